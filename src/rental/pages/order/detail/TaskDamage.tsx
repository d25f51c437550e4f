import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Fact, useLabels, useTexts } from 'forecourt/admin';
import type { TaskRow } from '../../../calls/index.ts';
import { newMarks } from '../../../rules/index.ts';
import { MARK_LIST, MarkLine } from '../../damage/MarkLine.tsx';

/** The marks that a task left on the car; those that its pickup had not stand out at the return (D-ORD-31). */
export function TaskDamage({ task, before }: { task: TaskRow; before?: TaskRow }) {
  useTexts('rental.damage');
  const translate = useTranslate();
  const labels = useLabels('orderTask');
  const { damages } = task;
  if (damages.length === 0) return null;
  const fresh = before ? newMarks(damages, before.damages) : new Set<number>();
  const sorted = damages.toSorted((a, b) => Number(fresh.has(b.no)) - Number(fresh.has(a.no)));
  return (
    <Box component="dl" sx={{ m: 0, mt: 2 }}>
      <Fact label={labels.field('damages')}>
        <Box component="ul" sx={MARK_LIST}>
          {sorted.map((mark) => (
            <MarkLine
              key={mark.no}
              mark={mark}
              fresh={fresh.has(mark.no)}
              aside={fresh.has(mark.no) ? translate('rental.damage.fresh') : undefined}
            />
          ))}
        </Box>
      </Fact>
    </Box>
  );
}
