// Follows the table's messages and never misses one: after a break it asks for those after the last it had.

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

// `onMessage(message)` gets each message once and in order, `onTable(table)` comes before the first of a table,
// `onLink(connected)` tells when the line to the program comes and goes.
export function follow({ onMessage, onTable, onLink }) {
  let table = null;
  let seq = 0;
  let wait = FIRST_WAIT_MS;

  function connect() {
    const query = new URLSearchParams({ after: seq });
    if (table !== null) query.set("table", table);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/events?${query}`);
    socket.onopen = () => {
      wait = FIRST_WAIT_MS;
      onLink(true);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.table !== table) {
        table = message.table;
        seq = 0;
        onTable(table);
      }
      if (message.seq <= seq) return;
      if (message.seq !== seq + 1) {
        socket.close(); // A number is missing: ask again from the last one there is.
        return;
      }
      seq = message.seq;
      onMessage(message);
    };
    socket.onclose = () => {
      onLink(false);
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
  }

  connect();
}
