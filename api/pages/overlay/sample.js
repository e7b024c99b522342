// An exchange that stands ready for those who set the overlay up, at one of its moments or played over and over.

// Up to which question the messages of a moment go; null for all of them.
const QUESTIONS = { awaited: 1, thrown: 3, hurt: 4, over: null };
const PAUSE_MS = 3000;

function upTo(messages, questions) {
  if (questions === null) return messages;
  let told = 0;
  return messages.slice(0, 1 + messages.findIndex(({ type }) => type === "odds" && (told += 1) === questions));
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

// Gives the messages of a moment to `onMessage`; `onTable` begins them anew.
export async function playSample(moment, { onTable, onMessage }) {
  const messages = await (await fetch("/pages/overlay/sample.json")).json();
  if (moment !== "play") {
    upTo(messages, QUESTIONS[moment]).forEach(onMessage);
    return;
  }
  for (;;) {
    onTable();
    for (const message of messages) {
      onMessage(message);
      if (message.type === "odds" || message.type === "outcome") await pause();
    }
  }
}
