import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { CircularProgress } from '@mui/material';
import { LinkBase } from 'react-admin';

interface TextButtonProps extends Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'aria-label' | 'aria-haspopup' | 'aria-expanded'
> {
  readonly danger?: boolean;
  /** An icon is all it shows; it needs a label. */
  readonly icon?: boolean;
  /** It was pressed and is at work. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}

const looksOf = (danger = false, icon = false) => ({
  className: 'text-button',
  'data-danger': danger || undefined,
  'data-icon': icon || undefined,
});

/**
 * A small button without a frame, as a plain element that the theme draws (`text-button`). Each row of a list has
 * some. One button of MUI took as long as all cells of the row.
 */
export function TextButton({ danger, icon, busy = false, children, ...button }: TextButtonProps) {
  return (
    <button type="button" {...looksOf(danger, icon)} {...button} disabled={busy} aria-busy={busy || undefined}>
      {children}
      {busy && <CircularProgress size={16} color="inherit" sx={{ position: 'absolute' }} />}
    </button>
  );
}

/** The same as a way to another page. */
export function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <LinkBase to={to} {...looksOf()}>
      {children}
    </LinkBase>
  );
}

/** Three dots: there is more. */
export function MoreDots() {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden>
      {[6, 12, 18].map((x) => (
        <circle key={x} cx={x} cy={12} r={2} />
      ))}
    </svg>
  );
}
