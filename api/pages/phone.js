// Makes this phone the table's camera: its pictures go to the program as JPEGs, the newest one each time.

import { openLine } from "./phone_line.js";

const LONGEST_SIDE_PX = 1920;
const QUALITY = 0.85;
const RATE_EVERY_MS = 2000;

const WANTED = {
  audio: false,
  video: {
    facingMode: { ideal: "environment" },
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    frameRate: { ideal: 30, max: 30 },
  },
};

const node = (id) => document.getElementById(id);
const video = node("view");
const canvas = document.createElement("canvas");

let line = null;
let drawing = false;
let sent = 0;
let rateBegan = performance.now();

function say(words, more = "", trouble = false) {
  node("says").textContent = words;
  node("more").textContent = more;
  node("says").className = trouble ? "trouble" : "";
  if (trouble) node("rate").textContent = "";
}

function sayStreaming() {
  say("This phone is the camera", "Fix it so that it sees the whole table, and leave this page open.");
}

function stop(words, more) {
  line?.close();
  line = null;
  say(words, more, true);
  node("again").hidden = false;
}

// What a browser calls a camera that it cannot give, in words for whoever holds the phone.
function cameraTrouble({ name, message }) {
  const words = {
    NotAllowedError: ["The camera is not allowed", "Allow this page to use the camera, in the browser's settings of this site."],
    NotFoundError: ["This device has no camera", ""],
    NotReadableError: ["The camera is busy", "Another app uses it; close that app and try again."],
    OverconstrainedError: ["The camera cannot do what is asked", ""],
  };
  return words[name] ?? ["The camera cannot be opened", message];
}

async function start() {
  node("again").hidden = true;
  say("Starting the camera");
  if (!navigator.mediaDevices?.getUserMedia) {
    stop("No camera on an insecure page", "Browsers give the camera to pages of https:// addresses and of localhost alone.");
    return;
  }
  try {
    video.srcObject?.getTracks().forEach((track) => track.stop());
    video.srcObject = await navigator.mediaDevices.getUserMedia(WANTED);
    await video.play();
  } catch (error) {
    stop(...cameraTrouble(error));
    return;
  }
  video.srcObject.getVideoTracks()[0].addEventListener("ended", () =>
    stop("The camera was taken away", "Another app may have opened it."),
  );
  keepAwake();
  line?.close();
  line = openLine({
    onOpen: sayStreaming,
    onRefused: (why) => say("A picture was not accepted", why, true),
    onLost: (why) => say("Connection lost, trying again", why, true),
    onEnd: stop,
    onAnswer: count,
  });
  nextPicture();
}

// Each new picture of the camera is sent, if the line has room for it; if not, a newer one soon will be.
function nextPicture() {
  const running = line;
  const again = () => {
    if (line === running && line !== null) {
      send();
      nextPicture();
    }
  };
  if (video.requestVideoFrameCallback) video.requestVideoFrameCallback(again);
  else setTimeout(again, 33);
}

function send() {
  if (drawing || !line.hasRoom() || video.videoWidth === 0) return;
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d", { alpha: false }).drawImage(video, 0, 0, canvas.width, canvas.height);
  drawing = true;
  const sending = line;
  canvas.toBlob(
    (jpeg) => {
      drawing = false;
      if (jpeg !== null) sending.send(jpeg);
    },
    "image/jpeg",
    QUALITY,
  );
}

function count() {
  if (node("says").className === "trouble") sayStreaming();
  sent += 1;
  const now = performance.now();
  if (now - rateBegan < RATE_EVERY_MS) return;
  const rate = Math.round((1000 * sent) / (now - rateBegan));
  node("rate").textContent = `${canvas.width} × ${canvas.height}, ${rate} pictures a second`;
  sent = 0;
  rateBegan = now;
}

// Without it the phone goes dark after a minute and its camera stops.
async function keepAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    node("more").textContent = "Keep the screen on: this browser does not do it by itself, as when the battery is low.";
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && line !== null) {
    keepAwake();
    if (video.paused) video.play().catch(() => stop("The camera was taken away", ""));
  }
});

node("again").addEventListener("click", start);
start();
