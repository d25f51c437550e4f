import { useId } from 'react';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { PrivatePicture } from './PrivatePicture.tsx';
import type { PrivateFile } from './usePrivateFile.ts';

interface PrivatePictureDialogProps extends PrivateFile {
  readonly title: string;
  readonly onClose: () => void;
}

/** A private picture as large as the window lets it be. */
export default function PrivatePictureDialog({ title, onClose, ...file }: PrivatePictureDialogProps) {
  const translate = useTranslate();
  const titleId = useId();
  const small = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="lg"
      fullScreen={small}
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Box sx={{ height: small ? 'calc(100dvh - 150px)' : 'min(70vh, 720px)' }}>
          <PrivatePicture {...file} alt={title} autoFocus />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
