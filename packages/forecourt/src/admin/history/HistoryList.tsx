import { useState } from 'react';
import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate, type Identifier } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { LoadProblem } from '../page/LoadProblem.tsx';
import { humanise } from '../values/format.ts';
import { useTexts } from '../values/labels.ts';
import { ChangeList } from './ChangeList.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { useHistory, type HistoryEntry } from './useHistory.ts';

/** What happened, in words: the resource's own name of the action, else the general one. */
function useEventLabel(resource: string): (entry: HistoryEntry) => string {
  const translate = useTranslate();
  return ({ event, created, restored }) => {
    if (created) return translate('admin.history.created');
    if (restored !== null) return translate('admin.history.restored', { time: restored });
    const action = event.split('.').at(-1)!;
    const general = translate(`admin.history.events.${action}`, {
      _: translate(`actions.${action}`, { _: humanise(action) }),
    });
    return translate(`resources.${resource}.actions.${action}`, { _: general });
  };
}

function Entry({ model, entry, onRestore }: { model: Resource; entry: HistoryEntry; onRestore: () => void }) {
  const translate = useTranslate();
  const labelOf = useEventLabel(model.name);
  return (
    <Box component="li" sx={{ p: 1.5, borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mb: 0.5, minHeight: 30 }}>
        <Typography component="time" sx={{ fontSize: 13, fontVariantNumeric: 'tabular-nums' }}>
          {entry.time}
        </Typography>
        <Typography component="span" sx={{ fontSize: 13, fontWeight: 600 }}>
          {entry.userName || translate('admin.history.system')}
        </Typography>
        <Typography component="span" color="text.secondary" sx={{ fontSize: 13, flex: 1 }}>
          {labelOf(entry)}
        </Typography>
        {entry.restorable && (
          <Button
            size="small"
            onClick={onRestore}
            aria-label={translate('admin.history.restoreOf', { time: entry.time })}
          >
            {translate('admin.history.restore')}
          </Button>
        )}
      </Box>
      <ChangeList model={model} changes={entry.changes} created={entry.created} />
    </Box>
  );
}

/** One page of entries; the last one shown leads on to the next. */
function Page({
  model,
  id,
  pageNo,
  last,
  onMore,
  onRestore,
}: {
  model: Resource;
  id: Identifier;
  pageNo: number;
  last: boolean;
  onMore: () => void;
  onRestore: (entry: HistoryEntry) => void;
}) {
  const translate = useTranslate();
  const { data, error, refetch } = useHistory(model, id, pageNo);
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} sentence="admin.history.failed" />;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  if (data.list.length === 0 && pageNo === 1)
    return <Typography color="text.secondary">{translate('admin.history.none')}</Typography>;
  return (
    <>
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, border: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
      >
        {data.list.map((entry) => (
          <Entry key={entry.id} model={model} entry={entry} onRestore={() => onRestore(entry)} />
        ))}
      </Box>
      {last && pageNo < data.totalPage && (
        <Button size="small" onClick={onMore} sx={{ mt: 1 }}>
          {translate('admin.history.more')}
        </Button>
      )}
    </>
  );
}

/** The entries of a record's history, newest first, older ones on demand; each version can be brought back by who may. */
export default function HistoryList({ model, id }: { model: Resource; id: Identifier }) {
  useTexts('admin.history');
  const [pages, setPages] = useState(1);
  const [chosen, setChosen] = useState<HistoryEntry | undefined>();
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <Page
          key={index}
          model={model}
          id={id}
          pageNo={index + 1}
          last={index + 1 === pages}
          onMore={() => setPages(pages + 1)}
          onRestore={setChosen}
        />
      ))}
      {chosen && <RestoreDialog model={model} id={id} entry={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
