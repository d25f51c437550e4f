import { lazy, Suspense, useState } from 'react';
import { ButtonBase } from '@mui/material';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import type { PrivateFile } from './usePrivateFile.ts';

const PrivatePictureDialog = lazy(() => import('./PrivatePictureDialog.tsx'));

/** Stands for a private picture, which is read only when somebody asks to see it: a list of thumbnails would be a reading of each. */
export function PrivateThumbnail({ title, ...file }: PrivateFile & { readonly title: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonBase
        aria-label={title}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        sx={{
          width: 40,
          height: 30,
          borderRadius: 0.5,
          bgcolor: 'action.hover',
          color: 'text.secondary',
          '&:hover, &:focus-visible': { color: 'primary.main', bgcolor: 'action.selected' },
        }}
      >
        <ImageIcon sx={{ fontSize: 20 }} />
      </ButtonBase>
      {open && (
        <Suspense fallback={null}>
          <PrivatePictureDialog {...file} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
