/**
 * Stands for the writer of CSV that react-admin brings along (3 kB of every first load). Our lists are exported by the server, which streams
 * any number of rows; nothing in the browser writes them.
 */
export default function writeRows(_rows: unknown, _options: unknown, done: (error: Error) => void): void {
  done(new Error('rows are exported by the server'));
}
