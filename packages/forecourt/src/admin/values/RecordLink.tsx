import type { MouseEvent, ReactNode } from 'react';
import { LinkBase } from 'react-admin';

/** The way from a value to its record: a plain element, as lists hold hundreds of them; the theme draws every `record-link`. */
export function RecordLink({
  to,
  strong = false,
  label,
  children,
}: {
  to: string;
  strong?: boolean;
  /** What is read out, where that is more than what is shown. */
  label?: string | undefined;
  children: ReactNode;
}) {
  return (
    <LinkBase
      to={to}
      className="record-link"
      aria-label={label}
      style={strong ? { fontWeight: 500 } : undefined}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {children}
    </LinkBase>
  );
}
