import { useEffect } from 'react';
import { useTranslate } from 'react-admin';

/** `Orders - Car Rental Console`: the route's title and the product name (SHELL-016). */
export function useDocumentTitle(title: string | undefined): void {
  const translate = useTranslate();
  const product = translate('app.title');
  const shown = title ? translate(title, { _: title }) : undefined;
  useEffect(() => {
    document.title = shown ? `${shown} - ${product}` : product;
  }, [shown, product]);
}
