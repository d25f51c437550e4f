import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { usePageVisible } from '../admin/index.ts';

/** `Books - Book Shop`: the title of the route on screen and the product name (D-GEN-10). */
export function useDocumentTitle(title: string | undefined): void {
  const translate = useTranslate();
  const visible = usePageVisible();
  const product = translate('app.title');
  const shown = title ? translate(title, { _: title }) : undefined;
  useEffect(() => {
    if (visible) document.title = shown ? `${shown} - ${product}` : product;
  }, [visible, shown, product]);
}
