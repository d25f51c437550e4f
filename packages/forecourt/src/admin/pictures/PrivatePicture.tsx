import { Alert, Button, Skeleton } from '@mui/material';
import Download from '@mui/icons-material/FileDownloadOutlined';
import { useTranslate } from 'react-admin';
import { PictureViewer } from './PictureViewer.tsx';
import { usePrivateFile, type PrivateFile } from './usePrivateFile.ts';

interface PrivatePictureProps extends PrivateFile {
  readonly alt: string;
  readonly autoFocus?: boolean;
}

/** A private picture; of a paper that is none, a button that keeps it. Who looks at it, and when, is burnt into it by the server: nothing of the page lies over it. */
export function PrivatePicture({ alt, autoFocus, ...file }: PrivatePictureProps) {
  const translate = useTranslate();
  const { url, isImage, error, retry } = usePrivateFile(file);
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
  if (!isImage)
    return (
      <Button component="a" href={url} download={`${alt}.pdf`} variant="outlined" startIcon={<Download />}>
        {translate('admin.picture.download')}
      </Button>
    );
  return <PictureViewer src={url} alt={alt} autoFocus={autoFocus} />;
}
