import type { FigureAnswer, GroupAnswer } from '../../model/index.ts';
import type { ReactNode } from 'react';
import { Link as MuiLink, type SxProps, type Theme } from '@mui/material';
import { Link, useCreatePath } from 'react-admin';
import { filterOf } from './widgetText.ts';

/** Large enough for a finger, also where it is one digit. */
const TARGET = { display: 'inline-block', minWidth: 24, lineHeight: '24px' } as const;

/** Address of the list with exactly the rows of a figure; none where there is no list, or no row. */
export function useFigureAddress(): (figure: FigureAnswer, group?: GroupAnswer) => string | undefined {
  const createPath = useCreatePath();
  return (figure, group) => {
    const filter = filterOf(figure, group);
    if (!figure.list || !filter) return undefined;
    const search = new URLSearchParams({ filter: JSON.stringify(filter) });
    return `${createPath({ resource: figure.list.resource, type: 'list' })}?${search}`;
  };
}

/** A figure that leads to its rows; nothing leads nowhere. */
export function FigureLink({
  figure,
  group,
  empty,
  label,
  sx,
  children,
}: {
  figure: FigureAnswer;
  group?: GroupAnswer;
  empty: boolean;
  /** What it is read aloud as, where it stands without its label. */
  label?: string;
  sx?: SxProps<Theme>;
  children: ReactNode;
}) {
  const addressOf = useFigureAddress();
  const to = empty ? undefined : addressOf(figure, group);
  if (to === undefined) return <>{children}</>;
  return (
    <MuiLink
      component={Link}
      to={to}
      aria-label={label}
      sx={[TARGET, ...(Array.isArray(sx) ? (sx as SxProps<Theme>[]) : [sx ?? {}])] as SxProps<Theme>}
    >
      {children}
    </MuiLink>
  );
}
