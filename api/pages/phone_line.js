// The line by which pictures go to the program: never more than two that it has not answered yet.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;
const MOST_UNANSWERED = 2;

// Codes with which the program ends the line for good.
const ENDS = {
  4001: ["Another phone is the camera now", "Try again to make it this one."],
  4002: ["The program cannot read this phone's pictures", "Another browser may do better."],
};

// `onOpen()` tells when the line stands, `onAnswer()` that a picture was taken and `onRefused(why)` that it was
// not, `onLost(why)` that the line broke and is tried again, `onEnd(words, more)` that it is not.
export function openLine({ onOpen, onAnswer, onRefused, onLost, onEnd }) {
  let socket = null;
  let unanswered = 0;
  let wait = FIRST_WAIT_MS;
  let closed = false;
  let everOpen = false;
  let retry = null;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/phone/camera`);
    socket.onopen = () => {
      unanswered = 0;
      wait = FIRST_WAIT_MS;
      everOpen = true;
      onOpen();
    };
    socket.onmessage = ({ data }) => {
      unanswered -= 1;
      const { refused } = JSON.parse(data);
      if (refused === null) onAnswer();
      else onRefused(refused);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      if (code in ENDS) {
        closed = true;
        onEnd(...ENDS[code]);
        return;
      }
      onLost(everOpen ? "" : "If this goes on, scan the code at the table again: it is good for one start of the program.");
      everOpen = false;
      retry = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
  }

  connect();
  return {
    hasRoom: () => socket.readyState === WebSocket.OPEN && unanswered < MOST_UNANSWERED,
    send: (jpeg) => {
      if (closed || socket.readyState !== WebSocket.OPEN) return;
      unanswered += 1;
      socket.send(jpeg);
    },
    close: () => {
      closed = true;
      clearTimeout(retry);
      socket.close();
    },
  };
}
