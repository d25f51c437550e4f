import { useTranslate } from 'react-admin';
import type { DisplayProps } from 'forecourt/admin';

/** Who took a message, by name; one without a name (its deliverer is not ours) as it calls itself. */
export default function MessageProvider({ value }: Pick<DisplayProps, 'value'>) {
  const translate = useTranslate();
  if (typeof value !== 'string' || value === '') return <>–</>;
  return <>{translate(`resources.outbox.providers.${value}`, { _: value })}</>;
}
