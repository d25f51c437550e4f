import { lazy, memo, Suspense, type ReactNode } from 'react';
import { Box, Typography, useMediaQuery, type Theme } from '@mui/material';
import { useTranslate } from 'react-admin';
import { exportPath, importPath, type Resource } from '../../model/index.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import { ActionList } from '../actions/ActionList.tsx';
import { useCanDo } from '../runtime/runtime.tsx';
import { RefreshButton } from '../page/RefreshButton.tsx';
import { ImportButton } from '../transfer/ImportButton.tsx';
import { useLabels } from '../values/labels.ts';
import { useCountText } from '../rows/countText.ts';
import { ExportButton } from './ExportButton.tsx';
import { SavedFiltersButton } from '../saved/SavedFiltersButton.tsx';
import { SelectButton } from './SelectButton.tsx';
import { ViewSwitch } from '../views/ViewSwitch.tsx';
import { NewButton, useCanCreate } from '../rows/NewButton.tsx';

// Few lists have one.
const AsideActions = lazy(() => import('./AsideActions.tsx'));

function Count() {
  const translate = useTranslate();
  const count = useCountText();
  return (
    count && (
      <Typography
        component="span"
        color="text.secondary"
        sx={{ ml: 1, fontSize: 14, fontVariantNumeric: 'tabular-nums' }}
        aria-label={translate('admin.list.count', { count })}
      >
        {count}
      </Typography>
    )
  );
}

/**
 * What is done to a list now and then. On a phone it is one line of icons below the title, which has its main action beside it and the menu of
 * the rest: the rows begin in the first third of the screen. The words stay for who has the page read out.
 */
const tools = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: { xs: 0.5, sm: 1 },
  order: { xs: 1, sm: 0 },
  flexBasis: { xs: '100%', sm: 'auto' },
  '& > .MuiButton-root': {
    fontSize: { xs: 0, sm: 13 },
    minWidth: { xs: 44, sm: 64 },
    '& .MuiButton-startIcon': { ml: { xs: 0, sm: '-2px' }, mr: { xs: 0, sm: '6px' } },
  },
} as const;

/** Title, count and what can be done to the list as a whole, the primary action last. */
export const ListHeader = memo(function ListHeader({
  model,
  storeKey,
  extraActions,
  title,
  selecting,
  onSelecting,
}: {
  model: Resource;
  storeKey: string;
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
  extraActions?: ReactNode;
  title?: string;
}) {
  const labels = useLabels(model.name);
  const canCreate = useCanCreate(model);
  const canDo = useCanDo();
  const exported = exportPath(model);
  const imported = importPath(model, model.entity);
  const actions = model.actions.filter((action) => action.on === 'list' && canDo(model.name, action.name));
  const aside = actions.filter((action) => action.aside);
  const leading = actions.filter((action) => !action.aside);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const more = aside.length > 0 && (
    <Suspense fallback={null}>
      <AsideActions model={model} actions={aside} narrow={phone} />
    </Suspense>
  );
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        flexWrap: 'wrap',
        columnGap: 1,
        rowGap: { xs: 0, sm: 1 },
        minHeight: 36,
      }}
    >
      <Typography component="h1" variant="h6" sx={{ flex: '1 1 auto', fontSize: 20, fontWeight: 600 }}>
        {title ?? labels.many}
        <Count />
      </Typography>
      <Box sx={tools}>
        <RefreshButton />
        <ViewSwitch model={model} storeKey={storeKey} />
        <SavedFiltersButton model={model} storeKey={storeKey} />
        <SelectButton {...{ model, storeKey, selecting, onSelecting }} />
        {exported && canDo(model.name, 'export') && <ExportButton model={model} path={exported} storeKey={storeKey} />}
        {imported && canDo(model.name, 'import') && <ImportButton model={model} path={imported} />}
        {!phone && more}
      </Box>
      {(leading.length > 0 || extraActions || canCreate || (phone && more)) && (
        <ActionList end>
          {leading.map((action) => (
            <ActionButton key={action.name} model={model} action={action} />
          ))}
          {extraActions}
          {canCreate && <NewButton model={model} />}
          {phone && more}
        </ActionList>
      )}
    </Box>
  );
});
