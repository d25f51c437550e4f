/** Where recharts writes texts to see how wide they are. */
const MEASURED = 'recharts_measurement_span';

/**
 * Recharts puts what it measures beside the page, where a dialog that opened before and closes afterwards would let it be read aloud. Made
 * here, it stands inside a box of its own: dialogs touch the box alone.
 */
export function hideMeasuredText(): void {
  if (document.getElementById(MEASURED)) return;
  const text = document.createElement('span');
  text.id = MEASURED;
  const box = document.createElement('div');
  for (const element of [box, text]) element.setAttribute('aria-hidden', 'true');
  box.append(text);
  document.body.append(box);
}
