// Says prompts and results aloud, by the browser's own voice, once somebody has switched it on.

const KEY = "meleecam-speech";
const FRESH_MS = 15000; // What is older is being caught up with, and not said.
const SAID = new Set(["compared", "damage_rolled", "wounded", "removed", "exchange_over", "reminder", "store_low"]);

export const canSpeak = () => "speechSynthesis" in window;

export class Speech {
  #on = false;

  constructor() {
    try {
      this.#on = localStorage.getItem(KEY) === "on";
    } catch {
      // A browser that keeps nothing begins silent each time.
    }
  }

  get isOn() {
    return this.#on;
  }

  switch() {
    this.#on = !this.#on;
    try {
      localStorage.setItem(KEY, this.#on ? "on" : "off");
    } catch {
      // As above.
    }
    if (this.#on) this.say("I shall tell you what to throw.");
    else speechSynthesis.cancel();
  }

  say(words) {
    if (!this.#on || !canSpeak() || words === "") return;
    const said = new SpeechSynthesisUtterance(words);
    said.lang = "en";
    speechSynthesis.speak(said);
  }

  // `prompt` is what is awaited after the message.
  hear({ type, at, data }, prompt) {
    if (!this.#on || Date.now() - Date.parse(at) > FRESH_MS) return;
    if (type === "throw" || type === "choice") this.say(prompt);
    else if (type === "refused") this.say(data.reasons.join(". "));
    else if (type === "camera_lost") this.say("No picture from the camera.");
    else if (SAID.has(type)) this.say(data.text ?? "");
  }
}
