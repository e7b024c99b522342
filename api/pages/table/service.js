// Asks the service, and says in its words what it does not allow.

export class Refused extends Error {}

// `key` is that of a player's own phone.
export async function ask(method, path, body, key) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(key === undefined ? {} : { "Hand-Key": key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused("The program does not answer");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw Object.assign(new Refused(answer.detail ?? `Refused with status ${response.status}`), { answer });
  return answer;
}
