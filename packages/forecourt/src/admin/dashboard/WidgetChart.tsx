import { numberOf, type FigureValue, type GroupAnswer, type WidgetAnswer } from '../../model/index.ts';
import { useTheme } from '@mui/material';
import { useNavigate } from 'react-admin';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFigureAddress } from './FigureLink.tsx';
import { hideMeasuredText } from './measuredText.ts';
import type { ShownFigure } from './types.ts';
import { useSeriesColours } from './seriesColours.ts';
import { figureText, unitText, useWidgetTexts } from './widgetText.ts';

hideMeasuredText();

const HEIGHT = 240;
/** More names than these do not fit below a chart. */
const LABELS_APART = 24;

interface Point {
  readonly name: string;
  readonly group: GroupAnswer;
  readonly [figure: string]: unknown;
}

/** A figure as it is drawn: by its size, whatever digits it has. */
const drawnOf = (value: FigureValue | undefined): number | null | undefined =>
  typeof value === 'string' ? numberOf(value) : value;

/** Shortened where there is no room: `120k`. */
function axisText(value: number, format: ShownFigure['format']): string {
  if (format === 'percent') return `${Math.round(value * 100)} %`;
  if (Math.abs(value) >= 1_000_000) return `${figureText(value / 1_000_000, 'decimal')}M`;
  if (Math.abs(value) >= 10_000) return `${figureText(value / 1_000, 'integer')}k`;
  return figureText(value, Number.isInteger(value) ? 'integer' : 'decimal');
}

/** A widget drawn by recharts. Arrow keys walk along it, a press on a point leads to its rows; the table beside it says the same. */
export default function WidgetChart({ dashboard, widget }: { dashboard: string; widget: WidgetAnswer }) {
  const { palette, typography } = useTheme();
  const navigate = useNavigate();
  const addressOf = useFigureAddress();
  const { text, groupName, shownFigures } = useWidgetTexts(dashboard);
  const colours = useSeriesColours();
  const figures = shownFigures(widget);
  const first = figures[0]!;
  const title = text('widgets', widget.key);
  const points = widget.groups.map((group): Point => ({
    name: groupName(widget, group),
    group,
    ...Object.fromEntries(
      figures.flatMap(({ key, place }) => [
        [key, drawnOf(group.values[place])],
        [`${key} compared`, drawnOf(group.compared?.[place])],
      ]),
    ),
  }));
  const open = (figure: ShownFigure) => (point: { readonly payload?: Point }) => {
    const group = point.payload?.group;
    const to = group && group.values[figure.place] ? addressOf(figure, group) : undefined;
    if (to) navigate(to);
  };
  const axis = { fontSize: 12, fontFamily: typography.fontFamily, fill: palette.text.secondary };
  const tooltip = (
    <Tooltip
      isAnimationActive={false}
      cursor={{ fill: palette.action.hover, stroke: palette.divider }}
      contentStyle={{
        backgroundColor: palette.background.paper,
        border: `1px solid ${palette.divider}`,
        borderRadius: 6,
        fontSize: 13,
        color: palette.text.primary,
      }}
      itemStyle={{ color: palette.text.primary }}
      formatter={(value, name, item) => {
        const key = String(item.dataKey ?? first.key).replace(/ compared$/, '');
        const figure = figures.find((one) => one.key === key) ?? first;
        return [`${figureText(Number(value), figure.format)} ${unitText(figure.format)}`, name];
      }}
    />
  );
  const legend = figures.length > 1 || first.compared !== undefined;
  const frame = { accessibilityLayer: true, title, margin: { top: 8, right: 8, bottom: 0, left: 0 }, data: points };
  const axes = (
    <>
      <CartesianGrid vertical={false} stroke={palette.divider} />
      <XAxis
        dataKey="name"
        tick={axis}
        tickLine={false}
        stroke={palette.divider}
        minTickGap={points.length > LABELS_APART ? 24 : 8}
      />
      <YAxis
        tick={axis}
        tickLine={false}
        axisLine={false}
        width="auto"
        allowDecimals={first.format !== 'integer'}
        tickFormatter={(value: number) => axisText(value, first.format)}
      />
      {tooltip}
      {legend && (
        <Legend
          itemSorter={null}
          iconType="plainline"
          wrapperStyle={{ fontSize: 12 }}
          formatter={(name: string) => <span style={{ color: palette.text.secondary }}>{name}</span>}
        />
      )}
    </>
  );
  const drawn = points.filter((point) => Number(point[first.key]) > 0);
  const comparedName = (figure: ShownFigure) => `${figure.label} (${text('figures', 'compared')})`;

  if (widget.kind === 'share')
    return (
      <ResponsiveContainer width="100%" height={200}>
        <PieChart accessibilityLayer title={title}>
          {tooltip}
          <Pie
            data={drawn}
            dataKey={first.key}
            nameKey="name"
            innerRadius="58%"
            outerRadius="92%"
            isAnimationActive={false}
            stroke={palette.background.paper}
            onClick={(point: { readonly payload?: Point }) => open(first)(point)}
          >
            {drawn.map((point) => (
              <Cell
                key={point.name}
                fill={colours[points.indexOf(point) % colours.length]}
                style={{ cursor: 'pointer' }}
              />
            ))}
          </Pie>
        </PieChart>
      </ResponsiveContainer>
    );
  if (widget.kind === 'bars')
    return (
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart {...frame}>
          {axes}
          {figures.map((figure, at) => (
            <Bar
              key={figure.key}
              dataKey={figure.key}
              name={figure.label}
              fill={colours[at]}
              maxBarSize={28}
              radius={[3, 3, 0, 0]}
              isAnimationActive={false}
              onClick={open(figure)}
              style={{ cursor: 'pointer' }}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    );
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart {...frame}>
        {axes}
        {figures.flatMap((figure, at) => [
          <Line
            key={figure.key}
            dataKey={figure.key}
            name={figure.label}
            stroke={colours[at]}
            strokeWidth={2}
            dot={points.length <= 31 ? { r: 2.5 } : false}
            activeDot={{
              r: 5,
              style: { cursor: 'pointer' },
              onClick: (_, dot) => open(figure)(dot as unknown as { payload: Point }),
            }}
            isAnimationActive={false}
          />,
          ...(figure.compared === undefined
            ? []
            : [
                <Line
                  key={`${figure.key} compared`}
                  dataKey={`${figure.key} compared`}
                  name={comparedName(figure)}
                  stroke={colours[at]}
                  strokeDasharray="4 4"
                  strokeOpacity={0.7}
                  dot={false}
                  isAnimationActive={false}
                />,
              ]),
        ])}
      </LineChart>
    </ResponsiveContainer>
  );
}
