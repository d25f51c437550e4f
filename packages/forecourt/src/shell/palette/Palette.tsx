import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { Box, Button, Dialog, IconButton, InputBase, Typography, useMediaQuery, type Theme } from '@mui/material';
import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { THUMB, useAdminRuntime, useTexts } from '../../admin/index.ts';
import { grouped, type PaletteItem } from './paletteItems.ts';
import { rememberItem } from './recentItems.ts';
import { usePaletteActions, type PaletteDialog } from './usePaletteActions.ts';
import { usePaletteItems } from './usePaletteItems.ts';

const MAX_TYPED = 60;

interface PaletteProps {
  /** What was typed before the palette was there. */
  readonly begun: string;
  readonly onClose: () => void;
  readonly onDialog: (dialog: PaletteDialog) => void;
}

/**
 * Goes anywhere by typing: screens, actions, records by number, phone or name, and what can be done to them. A combobox over a list of options: arrows choose, Enter
 * opens, Esc closes; on a phone it fills the screen.
 */
export default function Palette({ begun, onClose, onDialog }: PaletteProps) {
  useTexts('shell.palette');
  useTexts('resources.name');
  const translate = useTranslate();
  const navigate = useNavigate();
  const { storage } = useAdminRuntime();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const prefix = useId();
  const [typed, setTyped] = useState(() => begun.slice(0, MAX_TYPED));
  const [chosen, setChosen] = useState<string>();
  const actions = usePaletteActions(onDialog);
  const { items, loading, error, retry } = usePaletteItems(typed, actions);
  const groups = grouped(items);
  const order = groups.flatMap(([, members]) => members);
  const at = Math.max(
    0,
    order.findIndex(({ id }) => id === chosen),
  );
  const current = order[at];
  const optionId = ({ id }: PaletteItem): string => prefix + id.replace(/\W/g, '-');

  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const type = (text: string): void => {
    setTyped(text);
    setChosen(undefined);
  };
  const open = (item: PaletteItem): void => {
    if (item.fill !== undefined) return type(item.fill);
    onClose();
    rememberItem(
      { ...item, id: item.id.replace(/^recent /, ''), ...(item.group === 'recent' && { group: 'pages' }) },
      storage,
    );
    if (item.run) item.run();
    else if (item.to !== undefined) void navigate(item.to);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen(order[(at + 1) % order.length]?.id),
    ArrowUp: () => setChosen(order[(at + order.length - 1) % order.length]?.id),
    Enter: () => current && open(current),
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends the choice of a Chinese word.
    if (event.nativeEvent.isComposing || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]!();
  };
  const groupTitle = (group: string): string =>
    ['favourites', 'records', 'recent', 'pages', 'actions', 'verbs'].includes(group)
      ? translate(`shell.palette.${group}`)
      : translate(`resources.${group}.title`, { _: group });

  return (
    <Dialog
      open
      disableRestoreFocus
      onClose={onClose}
      fullScreen={phone}
      maxWidth={false}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': translate('shell.shortcuts.everything'),
          sx: { width: { sm: 640 }, mt: { sm: '10vh' }, maxHeight: { sm: '70vh' } },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, borderBottom: 1, borderColor: 'divider' }}>
        <Search sx={{ fontSize: 20, color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          placeholder={translate('shell.palette.hint')}
          sx={{ fontSize: 16, minHeight: 52 }}
          slotProps={{
            input: {
              role: 'combobox',
              enterKeyHint: 'go',
              maxLength: MAX_TYPED,
              autoComplete: 'off',
              spellCheck: false,
              'aria-label': translate('shell.palette.hint'),
              'aria-autocomplete': 'list',
              'aria-expanded': order.length > 0,
              'aria-controls': `${prefix}list`,
              'aria-activedescendant': currentId,
            },
          }}
        />
        <IconButton aria-label={translate('ra.action.close')} onClick={onClose} sx={{ width: 40, height: 40 }}>
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box
        role="listbox"
        id={`${prefix}list`}
        aria-label={translate('shell.palette.results')}
        sx={{ overflowY: 'auto', p: 1, '&:empty': { display: 'none' } }}
      >
        {groups.map(([group, members]) => (
          <Box key={group} role="group" aria-labelledby={`${prefix}${group}`}>
            <Typography
              id={`${prefix}${group}`}
              role="presentation"
              sx={{ fontSize: 12, fontWeight: 500, color: 'text.secondary', px: 1.25, pt: 1, pb: 0.5 }}
            >
              {groupTitle(group)}
            </Typography>
            {members.map((item) => (
              <Option
                key={item.id}
                id={optionId(item)}
                item={item}
                chosen={item === current}
                onOpen={() => open(item)}
              />
            ))}
          </Box>
        ))}
      </Box>
      <Box sx={{ px: 1, flex: 'none' }}>
        <Typography role="status" sx={{ px: 1.25, py: 1, fontSize: 13, color: 'text.secondary', '&:empty': { p: 0 } }}>
          {error
            ? translate('shell.palette.failed', { reason: error.message })
            : loading
              ? translate('shell.palette.loading')
              : order.length === 0
                ? translate('shell.palette.nothing')
                : ''}
        </Typography>
        {error && (
          <Button size="small" onClick={retry}>
            {translate('shell.palette.retry')}
          </Button>
        )}
      </Box>
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly item: PaletteItem;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}

function Option({ id, item, chosen, onOpen }: OptionProps) {
  return (
    <Box
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={onOpen}
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 2,
        px: 1.25,
        ...THUMB,
        borderRadius: '6px',
        cursor: 'pointer',
        fontSize: 14,
        '&:hover': { bgcolor: 'action.hover' },
        ...(chosen && { '&, &:hover': { bgcolor: 'accent.soft', color: 'accent.text' } }),
      }}
    >
      <Box
        component="span"
        sx={{ flex: 'none', maxWidth: '80%', whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
      >
        {item.label}
      </Box>
      <Box
        component="span"
        sx={{
          fontSize: 12,
          color: chosen ? 'inherit' : 'text.secondary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {item.detail}
        {item.shortcut && <kbd>{item.shortcut}</kbd>}
      </Box>
    </Box>
  );
}
