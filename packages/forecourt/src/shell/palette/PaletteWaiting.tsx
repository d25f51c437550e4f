import { Box, InputBase, Modal } from '@mui/material';
import Search from '@mui/icons-material/Search';
import { useTranslate } from 'react-admin';

interface PaletteWaitingProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

/** Stands in while the palette loads: what is typed meanwhile is kept for it, and reaches nothing on the page behind. */
export function PaletteWaiting({ typed, onType, onClose }: PaletteWaitingProps) {
  const translate = useTranslate();
  return (
    <Modal open disableRestoreFocus onClose={onClose}>
      <Box
        role="dialog"
        aria-modal
        aria-busy
        aria-label={translate('shell.shortcuts.everything')}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          mx: 'auto',
          mt: { sm: '10vh' },
          maxWidth: { sm: 640 },
          borderRadius: { sm: 1 },
          bgcolor: 'background.paper',
        }}
      >
        <Search sx={{ fontSize: 20, color: 'text.secondary' }} />
        <InputBase
          autoFocus
          fullWidth
          value={typed}
          onChange={(event) => onType(event.target.value)}
          slotProps={{ input: { 'aria-label': translate('shell.shortcuts.everything'), autoComplete: 'off' } }}
          sx={{ fontSize: 16, minHeight: 52 }}
        />
      </Box>
    </Modal>
  );
}
