import { numberOf, type GroupAnswer, type FigureValue, type WidgetAnswer } from '../../model/index.ts';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FigureTable, type FigureColumn } from '../values/FigureTable.tsx';
import { FigureLink } from './FigureLink.tsx';
import type { ShownFigure } from './types.ts';
import { useSeriesColours } from './seriesColours.ts';
import { figureText, unitText, useWidgetTexts } from './widgetText.ts';

/** How long the bar behind a figure is, in hundredths of the longest. */
const lengthOf = (value: FigureValue | undefined, longest: number): number =>
  value && longest > 0 ? Math.max(1, Math.round((numberOf(value) / longest) * 100)) : 0;

/** A widget as a table: one row a group, every figure with the way to its rows; of a ranking with a bar beside it. */
export function WidgetTable({ dashboard, widget }: { dashboard: string; widget: WidgetAnswer }) {
  const translate = useTranslate();
  const { text, groupName, shownFigures } = useWidgetTexts(dashboard);
  const figures = shownFigures(widget);
  const title = text('widgets', widget.key);
  const colours = useSeriesColours();
  const [first] = figures;
  // Beside several figures as many columns of what was before would be too many to read; the file has them.
  const isCompared = figures.length === 1;
  const longest = Math.max(0, ...widget.groups.map(({ values }) => numberOf(values[first?.place ?? 0])));
  const cell = (figure: ShownFigure, value: FigureValue | undefined, name: string, group?: GroupAnswer) => (
    <FigureLink
      figure={figure}
      group={group}
      empty={!value}
      label={`${name}, ${figure.label}: ${figureText(value, figure.format)}`}
      sx={{ textAlign: 'right' }}
    >
      {figureText(value, figure.format)}
    </FigureLink>
  );
  const columns: readonly FigureColumn<GroupAnswer>[] = [
    {
      key: 'name',
      label: translate(`admin.dashboard.groups.${widget.by?.every ?? 'other'}`),
      cell: (group) => (
        <Box sx={{ minWidth: 0 }}>
          {widget.kind === 'share' && (
            <Box
              component="span"
              aria-hidden
              sx={{
                display: 'inline-block',
                width: 10,
                height: 10,
                mr: 1,
                borderRadius: '2px',
                bgcolor: colours[widget.groups.indexOf(group) % colours.length],
              }}
            />
          )}
          {groupName(widget, group)}
          {widget.kind === 'ranking' && (
            <Box aria-hidden sx={{ height: 4, mt: 0.25, borderRadius: 1, bgcolor: 'accent.soft' }}>
              <Box
                sx={{
                  height: 4,
                  borderRadius: 1,
                  bgcolor: 'accent.text',
                  width: `${lengthOf(group.values[first?.place ?? 0], longest)}%`,
                }}
              />
            </Box>
          )}
        </Box>
      ),
    },
    ...figures.flatMap((figure): FigureColumn<GroupAnswer>[] => [
      {
        key: figure.key,
        label: [figure.label, unitText(figure.format)].filter((part) => part !== '').join(' '),
        align: 'right',
        cell: (group) => cell(figure, group.values[figure.place], groupName(widget, group), group),
      },
      ...(figure.compared === undefined || !isCompared
        ? []
        : [
            {
              key: `${figure.key} compared`,
              label: translate('admin.dashboard.compared'),
              align: 'right' as const,
              cell: (group: GroupAnswer) => figureText(group.compared?.[figure.place], figure.format),
            },
          ]),
    ]),
  ];
  const sum = translate('admin.report.sum');
  return (
    <>
      <FigureTable
        label={title}
        columns={columns}
        rows={widget.groups}
        keyOf={({ key }) => key ?? ''}
        foot={[
          sum,
          ...figures.flatMap((figure) => [
            cell(figure, figure.total, sum),
            ...(figure.compared === undefined || !isCompared ? [] : [figureText(figure.compared, figure.format)]),
          ]),
        ]}
      />
      {widget.more > 0 && (
        <Typography sx={{ fontSize: 12, color: 'text.secondary', mt: 0.5, px: 1 }}>
          {translate('admin.dashboard.more', { smart_count: widget.more })}
        </Typography>
      )}
    </>
  );
}
