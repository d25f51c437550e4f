import { useState } from 'react';
import { Alert, Button, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useSessionInfo } from '../runtime/runtime.tsx';
import { PictureViewer } from './PictureViewer.tsx';
import { usePrivateFile, type PrivateFile } from './usePrivateFile.ts';

interface PrivatePictureProps extends PrivateFile {
  readonly alt: string;
  readonly autoFocus?: boolean;
}

/** `2026-11-23 09:41`, on the reader's own clock. */
const minuteOf = (time: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`;
};

/** A private picture, under a watermark of who looks at it and since when. */
export function PrivatePicture({ alt, autoFocus, ...file }: PrivatePictureProps) {
  const translate = useTranslate();
  const info = useSessionInfo();
  const { url, error, retry } = usePrivateFile(file);
  const [since] = useState(() => minuteOf(new Date()));
  const who = [...new Set([info?.username, info?.name])].filter(Boolean).join(' ');
  if (error)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={retry}>
            {translate('admin.list.retry')}
          </Button>
        }
      >
        {translate(error.message, { _: error.message })}
      </Alert>
    );
  if (url === '') return <Skeleton variant="rounded" sx={{ height: 1, minHeight: 220 }} aria-busy />;
  return <PictureViewer src={url} alt={alt} watermark={`${who} ${since}`} autoFocus={autoFocus} />;
}
