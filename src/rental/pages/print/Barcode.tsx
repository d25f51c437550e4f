import { code128Bars } from './code128.ts';

const MODULE_MM = 0.33;
const QUIET = 10;
const HEIGHT = 30;

/** The order number for a scanner; 0.33 mm a module survives a worn printer. */
export function Barcode({ text }: { text: string }) {
  const { bars, width } = code128Bars(text);
  const whole = width + QUIET * 2;
  return (
    <svg
      role="img"
      aria-label={text}
      className="barcode"
      viewBox={`0 0 ${whole} ${HEIGHT}`}
      width={`${(whole * MODULE_MM).toFixed(2)}mm`}
      height="10mm"
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {bars.map((bar) => (
        <rect key={bar.x} x={bar.x + QUIET} y={0} width={bar.width} height={HEIGHT} />
      ))}
    </svg>
  );
}
