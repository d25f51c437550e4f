import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Box, Button } from '@mui/material';
import Add from '@mui/icons-material/Add';
import { useTranslate } from 'react-admin';
import { useTexts } from 'forecourt/admin';
import type { CarDamages, DamageMark } from '../../../calls/index.ts';
import {
  DAMAGE_ZONES,
  damagePriceOf,
  marksAfter,
  zoneAt,
  type DamageSpot,
  type DamageView,
} from '../../../rules/index.ts';
import { DamageSketch } from '../../damage/DamageSketch.tsx';
import { MARK_LIST, MarkLine } from '../../damage/MarkLine.tsx';
import { useRentalProvider } from '../../provider.ts';
import { markPlace, type DraftMark, type HandoverKind } from './draft.ts';
import { pickupTaskOf, type HandoverOrder } from './guards.ts';
import { MarkDialog } from './MarkDialog.tsx';
import type { Handover } from './useHandover.ts';

const NONE: readonly DamageMark[] = [];

/** What is known of the car; nothing while it is asked for, or where it may not be seen. */
function useKnown(order: HandoverOrder, carId: number | null): CarDamages | undefined {
  const provider = useRentalProvider();
  const { data } = useQuery({
    queryKey: ['vehicle', 'damages', carId, order.id],
    queryFn: async ({ signal }) =>
      (await provider.call('GET', '/car/damages/{id}', { id: carId!, orderId: order.id }, { signal })).data,
    enabled: carId !== null,
    staleTime: 0,
    retry: false,
  });
  return data;
}

interface DamageFieldProps {
  readonly kind: HandoverKind;
  readonly order: HandoverOrder;
  readonly handover: Handover;
}

/** Damage on a sketch of the car: what it had before, and what this handover finds (D-ORD-31). A tap on the sketch or the button makes a mark. */
export function DamageField({ kind, order, handover }: DamageFieldProps) {
  useTexts('rental.damage');
  const translate = useTranslate();
  const { draft, change } = handover;
  const { marks, mended } = draft;
  const known = useKnown(order, draft.carId);
  const before = (kind === 'return' ? pickupTaskOf(order)?.damages : undefined) ?? known?.marks ?? NONE;
  const [open, setOpen] = useState<string | undefined>();
  const numbered = marksAfter<DraftMark | DamageMark>(before, marks, []).slice(before.length) as readonly (DraftMark & {
    readonly no: number;
  })[];
  const opened = numbered.find(({ key }) => key === open);
  const add = (zone: DraftMark['zone'], { x, y }: DamageSpot) => {
    const key = `${Date.now()}${marks.length}`;
    change({ marks: [...marks, { key, zone, x, y, kind: 'scratch', size: '', note: '' }] });
    setOpen(key);
  };
  const pick = (view: DamageView, spot: DamageSpot) => add(zoneAt(view, spot), spot);
  const error = handover.errorOf('damages');
  return (
    <Box
      role="group"
      aria-labelledby="handover-damages-label"
      id="handover-damages"
      tabIndex={-1}
      sx={{ outline: 'none' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Box id="handover-damages-label" sx={{ fontWeight: 500 }}>
          {translate('rental.damage.title')}
        </Box>
        <Button
          startIcon={<Add />}
          onClick={() => add('leftFrontDoor', DAMAGE_ZONES.leftFrontDoor)}
          sx={{ minHeight: 48 }}
        >
          {translate('rental.damage.add')}
        </Button>
      </Box>
      <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 1 }}>{translate('rental.damage.hint')}</Box>
      <DamageSketch
        category={known?.category}
        marks={[
          ...before.filter(({ no }) => !mended.includes(no)).map((mark) => ({ ...mark, fresh: false })),
          ...numbered.map((mark) => ({ ...mark, fresh: true })),
        ]}
        onPick={pick}
      />
      {error && (
        <Box role="alert" sx={{ fontSize: 12, color: 'error.main' }}>
          {error}
        </Box>
      )}
      <Box component="ul" aria-labelledby="handover-damages-label" sx={{ ...MARK_LIST, mt: 1 }}>
        {numbered.map((mark) => (
          <MarkLine
            key={mark.key}
            mark={{ ...mark, photo: mark.photo?.name ?? '' }}
            fresh
            aside={translate('rental.damage.fresh')}
          >
            <Button
              onClick={() => setOpen(mark.key)}
              aria-label={translate('rental.damage.editMark', { no: mark.no })}
              sx={{ minHeight: 48, flex: 'none' }}
            >
              {translate('ra.action.edit')}
            </Button>
          </MarkLine>
        ))}
        {before.map((mark) => {
          const gone = mended.includes(mark.no);
          return (
            <MarkLine
              key={mark.no}
              mark={mark}
              gone={gone}
              aside={translate(gone ? 'rental.damage.mended' : 'rental.damage.known')}
            >
              <Button
                color="inherit"
                aria-pressed={gone}
                aria-label={translate('rental.damage.mend', { no: mark.no })}
                onClick={() => change({ mended: gone ? mended.filter((no) => no !== mark.no) : [...mended, mark.no] })}
                sx={{ minHeight: 48, flex: 'none' }}
              >
                {translate(gone ? 'rental.damage.still' : 'rental.damage.repaired')}
              </Button>
            </MarkLine>
          );
        })}
      </Box>
      {opened && (
        <MarkDialog
          mark={opened}
          uploads={handover.uploads}
          price={draft.terms && damagePriceOf(draft.terms, opened)}
          onChange={(next) =>
            change({ marks: marks.map((mark) => (mark.key === opened.key ? { ...mark, ...next } : mark)) })
          }
          onRemove={() => {
            const { items, drop } = handover.uploads;
            items.filter(({ field }) => field === markPlace(opened.key)).forEach((upload) => drop(upload.key));
            setOpen(undefined);
            change({ marks: marks.filter(({ key }) => key !== opened.key) });
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Box>
  );
}
