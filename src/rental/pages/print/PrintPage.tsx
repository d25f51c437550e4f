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
  /** Key of the title below `rental.print.title`. */
  readonly title: string;
  readonly orderId: string | null;
  /** Draws a sheet without an order, for filling in by hand. */
  readonly blank?: boolean;
  /** Says everything in all three languages instead of two. */
  readonly threeLanguages?: boolean;
  readonly children: (data: SheetOf<S> | undefined) => ReactNode;
}

type Loaded<S extends Sheet> = { readonly texts: SheetTexts; readonly data?: SheetOf<S>; readonly failed: boolean };

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
 * A public page with one sheet on white paper (D-PRINT-02, D-PRINT-03): reads the order by `?key=` or by the session, says so when it
 * cannot, and opens the print dialog by itself once all is drawn (not with `?noprint`).
 */
export function PrintPage<S extends Sheet>({
  sheet,
  title,
  orderId,
  blank = false,
  threeLanguages = false,
  children,
}: PrintPageProps<S>) {
  const { http, session } = useAdminRuntime();
  const [search] = useSearchParams();
  const [loaded, setLoaded] = useState<Loaded<S> | undefined>();
  const key = search.get('key') ?? undefined;
  const beside = besideOf(search.get('lang'), currentLanguage());
  const prints = search.get('noprint') === null;
  const wellFormed = orderId !== null && /^[1-9]\d{0,15}$/.test(orderId);

  useEffect(() => {
    // Without a key the session opens the sheet; one that is over leads to sign-in.
    if (!key && session.token.read()) session.load().catch(() => undefined);
  }, [key, session]);
  useEffect(() => {
    let current = true;
    const data: Promise<SheetOf<S> | undefined> = wellFormed
      ? http<SheetOf<S>>(`/print/order/${orderId}`, { query: { key, sheet } }).then(
          (answer) => answer.data,
          () => undefined,
        )
      : Promise.resolve(undefined);
    void Promise.all([loadTexts(beside, threeLanguages), data]).then(([texts, order]) => {
      if (current) setLoaded({ texts, data: order, failed: order === undefined && !(blank && orderId === null) });
    });
    return () => {
      current = false;
    };
  }, [http, orderId, wellFormed, key, sheet, beside, blank, threeLanguages]);

  const ready = loaded !== undefined && !loaded.failed;
  const name =
    loaded &&
    [loaded.texts.one(`rental.print.title.${title}`), (loaded.data as { orderNo?: string } | undefined)?.orderNo]
      .filter(Boolean)
      .join(' ');
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  useEffect(() => {
    if (!ready || !prints) return undefined;
    let current = true;
    void everythingDrawn().then(() => current && window.print());
    return () => {
      current = false;
    };
  }, [ready, prints]);

  if (!loaded) return <div className="print-root" aria-busy="true" />;
  const { texts, data, failed } = loaded;
  return (
    <SheetContext value={texts}>
      <div className="print-root" lang={texts.beside}>
        {failed ? (
          <p role="alert" className="print-failed">
            {joined(texts, 'msg.print.loadFailed')}
          </p>
        ) : (
          <>
            <div className="print-tools">
              <button type="button" onClick={() => window.print()}>
                {joined(texts, 'rental.print.print')}
              </button>
            </div>
            <main className="sheet">{children(data)}</main>
          </>
        )}
      </div>
    </SheetContext>
  );
}
