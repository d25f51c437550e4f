import { useState } from 'react';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useGetOne, useTranslate, type RaRecord } from 'react-admin';
import { LoadProblem, RelationControl, useAction, type ActionProps } from 'forecourt/admin';
import type { MemberParts, MergePreview } from '../../calls/index.ts';
import { LIVE_MEMBERS, UNDO_DAYS, type Kept, type MergedPart } from '../../rules/index.ts';
import { useRentalProvider } from '../provider.ts';
import { AskFrame } from '../steps/AskFrame.tsx';
import { MergeChoices } from './MergeChoices.tsx';
import { MergeMoves } from './MergeMoves.tsx';

const LIVE = { status: LIVE_MEMBERS };
type Keep = Readonly<Partial<Record<MergedPart, Kept>>>;

interface Known {
  readonly error: Error | null;
  readonly retry: () => void;
  readonly two: { readonly survivor: RaRecord; readonly merged: RaRecord; readonly preview: MergePreview } | undefined;
}

/** What is known of the two: their records, and what merging them would move. */
function useTwo(survivorId: number | undefined, mergedId: number | undefined): Known {
  const provider = useRentalProvider();
  const chosen = survivorId !== undefined && mergedId !== undefined;
  const fresh = { enabled: chosen, retry: false, staleTime: 0 } as const;
  const survivor = useGetOne<RaRecord>('member', { id: survivorId ?? 0 }, fresh);
  const merged = useGetOne<RaRecord>('member', { id: mergedId ?? 0 }, fresh);
  const preview = useQuery({
    queryKey: ['member', 'merge', survivorId, mergedId],
    queryFn: async ({ signal }) =>
      (
        await provider.call(
          'GET',
          '/member/merge/preview',
          { survivorId: survivorId!, mergedId: mergedId! },
          { signal },
        )
      ).data,
    ...{ ...fresh, gcTime: 0 },
  });
  const error = survivor.error ?? merged.error ?? preview.error;
  const retry = () => {
    for (const one of [survivor, merged, preview]) if (one.error) void one.refetch();
  };
  const known = survivor.data && merged.data && preview.data;
  return {
    ...{ error, retry },
    two: known ? { survivor: survivor.data, merged: merged.data, preview: known } : undefined,
  };
}

interface OtherProps {
  readonly record: RaRecord;
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
}

/** Who else it is: one of those that are likely the same person by one press, anybody by searching. */
function Other({ record, value, onChange }: OtherProps) {
  const translate = useTranslate();
  const { data } = useGetOne('member', { id: record.id }, { retry: false });
  const { duplicates = [] } = (data ?? {}) as unknown as Partial<MemberParts>;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <RelationControl
        resource="member"
        where={LIVE}
        field={{ label: translate('resources.member.texts.otherMember'), size: 'small' }}
        value={value ?? null}
        full
        onChange={(id) => onChange(id === null || Number(id) === Number(record.id) ? undefined : Number(id))}
      />
      {duplicates.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography sx={{ fontSize: 13 }} color="text.secondary">
            {translate('resources.member.texts.likely')}
          </Typography>
          {duplicates.map(({ id, name, countryCode, phone }) => (
            <Button
              key={id}
              size="small"
              variant={value === id ? 'contained' : 'outlined'}
              onClick={() => onChange(id)}
            >
              {`${name} · ${phone.startsWith('+') ? '' : `${countryCode} `}${phone}`}
            </Button>
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Makes two members one: who it is, who stays, what stays of what differs, and what moves. */
export default function MemberMerge({ model, action, record, onEnd }: ActionProps<unknown>) {
  const translate = useTranslate();
  const [otherId, setOtherId] = useState<number>();
  const [swapped, setSwapped] = useState(false);
  const [keep, setKeep] = useState<Keep>({});
  const [documents, setDocuments] = useState<Readonly<Record<number, number>>>({});
  const own = record ? Number(record.id) : undefined;
  const [survivorId, mergedId] = swapped ? [otherId, own] : [own, otherId];
  const { two, error, retry } = useTwo(otherId === undefined ? undefined : survivorId, otherId === undefined ? undefined : mergedId); // prettier-ignore
  const { busy, refusal, run } = useAction(model, action, { quiet: true });
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const forget = () => {
    setKeep({});
    setDocuments({});
  };
  const choose = (id: number | undefined) => {
    setOtherId(id);
    forget();
  };
  const swap = () => {
    setSwapped(!swapped);
    forget();
  };
  const merge = async (): Promise<void> => {
    if (!two) return;
    const seen = { survivorTime: String(two.survivor['updateTime']), mergedTime: String(two.merged['updateTime']) };
    const chosen = { keep, documents: Object.values(documents) };
    if (await run({ survivorId, mergedId, ...seen, ...chosen })) onEnd?.();
  };
  const blocked = two === undefined || two.preview.refusals.length > 0;

  return (
    <AskFrame
      {...{ model, action, onEnd, busy, blocked }}
      width="md"
      dirty={otherId !== undefined}
      verb={text('merge')}
      onSubmit={merge}
    >
      {record && <Other record={record} value={otherId} onChange={choose} />}
      {refusal && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
      {error && <LoadProblem error={error} onRetry={retry} />}
      {otherId === undefined && <Typography color="text.secondary">{text('mergeHint')}</Typography>}
      {otherId !== undefined && !two && !error && <Skeleton variant="rounded" height={240} />}
      {two && (
        <>
          {two.preview.refusals.map((reason) => (
            <Alert key={reason} severity="error">
              {reason}
            </Alert>
          ))}
          <MergeChoices
            {...two}
            keep={keep}
            onKeep={(part, kept) => setKeep({ ...keep, [part]: kept })}
            documents={documents}
            onDocument={(type, id) => setDocuments({ ...documents, [type]: id })}
            onSwap={swap}
          />
          <MergeMoves preview={two.preview} />
          <Alert severity="info">{text('mergeUndo', { smart_count: UNDO_DAYS })}</Alert>
        </>
      )}
    </AskFrame>
  );
}
