/**
 * Masks of personal data (D-ORD-25). They count code points, as `left()` and `right()` of the database do, so that both sides mask alike.
 */
const keepEnds = (text: string, first: number, last: number): string => {
  const characters = [...text];
  return characters.map((each, index) => (index < first || index >= characters.length - last ? each : '*')).join('');
};

/** Phone: first 3 and last 4 kept; shorter than 8: only the last 2; of one or two digits nothing. */
export function maskPhone(phone: string): string {
  const { length } = [...phone];
  if (length >= 8) return keepEnds(phone, 3, 4);
  return keepEnds(phone, 0, length > 2 ? 2 : 0);
}

/** Name: first and last character kept; of two characters the first; a single one is hidden. */
export function maskName(name: string): string {
  const { length } = [...name];
  return keepEnds(name, length > 1 ? 1 : 0, length > 2 ? 1 : 0);
}

/** ID number: characters 9–16 hidden; shorter than 13: first 2 and last 2 kept; shorter than 5, where that hides nothing: the first. */
export function maskIdNumber(idNumber: string): string {
  const { length } = [...idNumber];
  if (length >= 13) return keepEnds(idNumber, 8, Math.max(0, length - 16));
  return length > 4 ? keepEnds(idNumber, 2, 2) : keepEnds(idNumber, length > 1 ? 1 : 0, 0);
}
