import type { MouseEvent, ReactNode } from 'react';
import { LinkBase } from 'react-admin';

/** The way from a value to its record: a plain element, as lists hold hundreds of them; the theme draws every `record-link`. */
export function RecordLink({ to, strong = false, children }: { to: string; strong?: boolean; children: ReactNode }) {
  return (
    <LinkBase
      to={to}
      className="record-link"
      style={strong ? { fontWeight: 500 } : undefined}
      onClick={(event: MouseEvent) => event.stopPropagation()}
    >
      {children}
    </LinkBase>
  );
}
