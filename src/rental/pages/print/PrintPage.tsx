import { useEffect, useState, type ReactNode } from 'react';
import '@fontsource-variable/noto-sans-sc';
import '@fontsource-variable/noto-sans-thai';
import { useSearchParams } from 'react-router';
import { useAdminRuntime } from 'forecourt/admin';
import { currentLanguage } from 'forecourt/shell';
import type { Sheet, SheetOf } from './sheetData.ts';
import { joined, SheetContext } from './SheetContext.tsx';
import { besideOf, loadTexts, type SheetTexts } from './texts.ts';
import './sheet.css';

interface PrintPageProps<S extends Sheet> {
  /** What the key was made for. */
  readonly sheet: S;
  /** Its route, which titles the window. */
  readonly path: string;
  /** Several are separated by commas. */
  readonly orderId: string | null;
  /** Draws a sheet without an order, for filling in by hand. */
  readonly blank?: boolean;
  /** Says everything in all three languages instead of two. */
  readonly threeLanguages?: boolean;
  /** What else may be chosen beside the button, off paper. */
  readonly tools?: (say: (key: string) => string) => ReactNode;
  readonly children: (data: SheetOf<S> | undefined) => ReactNode;
}

interface Loaded<S extends Sheet> {
  readonly texts: SheetTexts;
  /** One for each order, undefined where it could not be read; the one of a sheet without an order, too. */
  readonly sheets: readonly (SheetOf<S> | undefined)[];
  /** Orders that could not be read. */
  readonly missing: readonly string[];
}

/** As many orders as are on one page of a list. */
const MOST_ORDERS = 100;
/** Orders that the title names. */
const NAMED = 3;
const ORDER_ID = /^[1-9]\d{0,15}$/;

/** The orders of an address; none where it names something else. */
function ordersOf(orderId: string | null): readonly string[] {
  const ids = [...new Set(orderId?.split(','))];
  return ids.length <= MOST_ORDERS && ids.every((id) => ORDER_ID.test(id)) ? ids : [];
}

/** Fonts and pictures first: a print dialog that opens too early prints empty boxes. */
async function everythingDrawn(): Promise<void> {
  await document.fonts?.ready;
  await Promise.all(
    [...document.querySelectorAll('img')].map((image) =>
      image.complete
        ? undefined
        : new Promise((resolve) => ['load', 'error'].forEach((event) => image.addEventListener(event, resolve))),
    ),
  );
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/**
 * A public page with sheets on white paper (D-PRINT-02, D-PRINT-03), one for each order. Reads the order by `?key=` or
 * by the session, and says so when it cannot. Opens the print dialog by itself once all is drawn (not with
 * `?noprint`).
 */
export function PrintPage<S extends Sheet>({
  sheet,
  path,
  orderId,
  blank = false,
  threeLanguages = false,
  tools,
  children,
}: PrintPageProps<S>) {
  const { http, session } = useAdminRuntime();
  const [search] = useSearchParams();
  const [loaded, setLoaded] = useState<Loaded<S> | undefined>();
  const key = search.get('key') ?? undefined;
  const beside = besideOf(search.get('lang'), currentLanguage());
  const prints = search.get('noprint') === null;

  useEffect(() => {
    // Without a key the session opens the sheet; one that is over leads to sign-in.
    if (!key && session.token.read()) session.load().catch(() => undefined);
  }, [key, session]);
  useEffect(() => {
    let current = true;
    const orders = ordersOf(orderId);
    const read = (id: string): Promise<SheetOf<S> | undefined> =>
      http<SheetOf<S>>(`/print/order/${id}`, { query: { key, sheet } }).then(
        (answer) => answer.data,
        () => undefined,
      );
    const all = async () => {
      const texts = await loadTexts(beside, threeLanguages);
      if (blank && orderId === null) return { texts, sheets: [undefined], missing: [] };
      const sheets = await Promise.all(orders.map(read));
      const missing = orders.filter((_, at) => sheets[at] === undefined);
      return { texts, sheets: sheets.filter((data) => data !== undefined), missing };
    };
    void all().then((answer) => current && setLoaded(answer));
    return () => {
      current = false;
    };
  }, [http, orderId, key, sheet, beside, blank, threeLanguages]);

  const failed = loaded?.sheets.length === 0;
  const ready = loaded !== undefined && !failed;
  const name =
    loaded &&
    [
      loaded.texts.one(`routes.${path.replace(':id', '{id}')}`),
      ...loaded.sheets.slice(0, NAMED).map((data) => (data as { orderNo?: string } | undefined)?.orderNo),
      loaded.sheets.length > NAMED && '…',
    ]
      .filter(Boolean)
      .join(' ');
  // What is saved as a file is called by it, too.
  const title = name && `${name} - ${loaded.texts.one('app.title')}`;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);
  useEffect(() => {
    if (!ready || !prints) return undefined;
    let current = true;
    void everythingDrawn().then(() => current && window.print());
    return () => {
      current = false;
    };
  }, [ready, prints]);

  if (!loaded) return <div className="print-root" aria-busy="true" />;
  const { texts, sheets, missing } = loaded;
  return (
    <SheetContext value={texts}>
      <div className="print-root" lang={texts.beside}>
        {failed ? (
          <p role="alert" className="print-failed">
            {joined(texts, 'msg.print.loadFailed')}
          </p>
        ) : (
          <>
            <header className="print-tools">
              <button type="button" onClick={() => window.print()}>
                {joined(texts, 'rental.print.print')}
              </button>
              {tools?.((k) => joined(texts, k))}
              {missing.length > 0 && (
                <p role="alert">{`${joined(texts, 'msg.print.loadFailed')}: ${missing.map((id) => `#${id}`).join(', ')}`}</p>
              )}
            </header>
            {sheets.length === 1 ? (
              <main className="sheet">{children(sheets[0])}</main>
            ) : (
              <main className="several">
                {sheets.map((data, at) => (
                  <div key={at} className="sheet">
                    {children(data)}
                  </div>
                ))}
              </main>
            )}
          </>
        )}
      </div>
    </SheetContext>
  );
}
