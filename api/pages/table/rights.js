// Whether this page may change the table: nobody may change a replay, and with free reading only who has the token.

import { Refused, ask } from "./service.js";

export async function mayChangeTable() {
  try {
    return (await ask("GET", "/api/access")).may_change;
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    return true; // Where the program does not answer now, it will say what it refuses.
  }
}
