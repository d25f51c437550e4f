import { useRef, type ChangeEvent } from 'react';
import { Alert, Box, Button, CircularProgress, IconButton } from '@mui/material';
import Close from '@mui/icons-material/Close';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Videocam from '@mui/icons-material/VideocamOutlined';
import PhotoLibrary from '@mui/icons-material/PhotoLibraryOutlined';
import AttachFile from '@mui/icons-material/AttachFile';
import { useNotify, useTranslate } from 'react-admin';
import { useFileUrl } from 'forecourt/admin';
import { mostOf, PAPERS, VIDEO, type FilePlace as Field, type KeptFile } from './draft.ts';
import { VIDEO_TYPES, type Upload, type Uploads } from './useUploads.ts';

const TILE = 88;
const tile = {
  position: 'relative',
  width: TILE,
  height: TILE,
  borderRadius: 1.5,
  border: 1,
  borderColor: 'divider',
  overflow: 'hidden',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  fontSize: 11,
  textAlign: 'center',
  bgcolor: 'action.hover',
} as const;

function RemoveButton({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <IconButton
      aria-label={label}
      onClick={onRemove}
      sx={{
        position: 'absolute',
        top: 0,
        right: 0,
        width: 40,
        height: 40,
        color: '#fff',
        '& svg': { bgcolor: 'rgb(0 0 0 / 65%)', borderRadius: '50%', p: '3px', fontSize: 22 },
      }}
    >
      <Close />
    </IconButton>
  );
}

const FILLS = { width: 1, height: 1, objectFit: 'cover' } as const;

/** What a file shows in its tile. */
function Look({ field, file, label }: { field: Field; file: KeptFile; label: string }) {
  const translate = useTranslate();
  const signed = useFileUrl(file.url || file.name);
  if (!signed || (field === PAPERS && /\.pdf$/i.test(file.name)))
    return <Box sx={{ p: 0.5, wordBreak: 'break-all' }}>{file.name.slice(-10)}</Box>;
  if (field === VIDEO)
    return (
      <Box component="video" src={signed} controls playsInline preload="metadata" aria-label={label} sx={FILLS}>
        {translate('msg.video.unsupported')}
      </Box>
    );
  return <Box component="img" src={signed} alt={label} sx={FILLS} />;
}

function Kept({ field, file, label, onRemove }: { field: Field; file: KeptFile; label: string; onRemove: () => void }) {
  const translate = useTranslate();
  return (
    <Box sx={field === VIDEO ? { ...tile, width: 2 * TILE } : tile}>
      <Look field={field} file={file} label={label} />
      <RemoveButton label={translate('admin.upload.remove', { name: label })} onRemove={onRemove} />
    </Box>
  );
}

/** How it was when the car went out; a tap shows it large, in a tab of its own. */
function Before({ field, names, label }: { field: Field; names: readonly string[]; label: string }) {
  const translate = useTranslate();
  if (names.length === 0) return null;
  return (
    <Box
      sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', fontSize: 12, color: 'text.secondary' }}
    >
      {translate('rental.handover.atPickup')}
      {names.map((name, index) => (
        <BeforeOne
          key={name}
          field={field}
          name={name}
          label={`${label} ${index + 1} · ${translate('rental.handover.atPickup')}`}
        />
      ))}
    </Box>
  );
}

function BeforeOne({ field, name, label }: { field: Field; name: string; label: string }) {
  const url = useFileUrl(name);
  const look = <Look field={field} file={{ name, url: '' }} label={label} />;
  if (field === VIDEO) return <Box sx={{ ...tile, width: 2 * TILE }}>{look}</Box>;
  return (
    <Box component="a" href={url} target="_blank" rel="noopener" sx={tile}>
      {look}
    </Box>
  );
}

function Travelling({
  upload,
  label,
  onRetry,
  onDrop,
}: {
  upload: Upload;
  label: string;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const translate = useTranslate();
  const { preview, progress, error, waiting } = upload;
  return (
    <Box sx={tile}>
      {preview && (
        <Box
          component="img"
          src={preview}
          alt={label}
          sx={{ position: 'absolute', inset: 0, width: 1, height: 1, objectFit: 'cover', opacity: 0.45 }}
        />
      )}
      {error === undefined && !waiting ? (
        <CircularProgress
          variant="determinate"
          value={Math.max(5, progress * 100)}
          size={40}
          aria-label={`${label} ${Math.round(progress * 100)}%`}
        />
      ) : (
        <Button
          onClick={onRetry}
          color={error === undefined ? 'primary' : 'error'}
          variant="contained"
          size="small"
          sx={{ position: 'relative', mt: 2 }}
        >
          {translate('admin.list.retry')}
        </Button>
      )}
      <RemoveButton label={translate('admin.upload.remove', { name: label })} onRemove={onDrop} />
    </Box>
  );
}

interface PhotoFieldProps {
  readonly field: Field;
  readonly label: string;
  readonly help?: string;
  readonly files: readonly KeptFile[];
  /** Names of the same at the pickup, to compare with. */
  readonly before?: readonly string[];
  readonly uploads: Uploads;
  readonly onRemove: (name: string) => void;
}

/** Photos of one kind: the camera under the thumb, the gallery beside it. */
export function PhotoField({ field, label, help, files, before = [], uploads, onRemove }: PhotoFieldProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const most = mostOf(field);
  const travelling = uploads.items.filter((item) => item.field === field);
  const failed = travelling.filter((item) => item.error !== undefined);
  const waiting = travelling.some((item) => item.waiting || item.broken);
  const room = most === 1 ? 1 : most - files.length - travelling.length;
  const papers = field === PAPERS;
  const video = field === VIDEO;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const all = [...(event.target.files ?? [])];
    const chosen = all.slice(0, Math.max(0, room));
    if (all.length > chosen.length)
      notify('rental.handover.tooMany', { type: 'warning', messageArgs: { most, left: all.length - chosen.length } });
    // The same picture may be chosen again after it was taken off.
    event.target.value = '';
    if (chosen.length > 0) uploads.add(field, chosen);
  };
  const several = most > 1;
  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1 }}>
        <Box sx={{ fontWeight: 500 }}>{label}</Box>
        {several && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{`${files.length}/${most}`}</Box>}
      </Box>
      {help && <Box sx={{ fontSize: 12, color: 'text.secondary' }}>{help}</Box>}
      <Before field={field} names={before} label={label} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {files.map((file, index) => (
          <Kept
            key={file.name}
            field={field}
            file={file}
            label={`${label} ${index + 1}`}
            onRemove={() => onRemove(file.name)}
          />
        ))}
        {travelling.map((upload) => (
          <Travelling
            key={upload.key}
            upload={upload}
            label={label}
            onRetry={() => uploads.retry(upload.key)}
            onDrop={() => uploads.drop(upload.key)}
          />
        ))}
        {(several ? room > 0 : files.length === 0 && travelling.length === 0) && (
          <>
            {!papers && (
              <Button
                variant="outlined"
                onClick={() => camera.current?.click()}
                aria-label={translate(video ? 'rental.handover.record' : 'rental.handover.camera', { name: label })}
                sx={{ width: TILE, height: TILE, minWidth: 0, flexDirection: 'column', fontSize: 12, gap: 0.5 }}
              >
                {video ? <Videocam /> : <PhotoCamera />}
                {translate(video ? 'rental.handover.video' : 'rental.handover.photo')}
              </Button>
            )}
            <Button
              variant="text"
              onClick={() => gallery.current?.click()}
              aria-label={translate('rental.handover.gallery', { name: label })}
              sx={{
                width: papers ? TILE : 48,
                height: TILE,
                minWidth: 0,
                flexDirection: 'column',
                fontSize: 12,
                gap: 0.5,
                ...(papers ? { border: 1, borderColor: 'divider' } : {}),
              }}
            >
              {papers ? <AttachFile /> : <PhotoLibrary />}
              {papers && translate('rental.handover.file')}
            </Button>
          </>
        )}
      </Box>
      {waiting && (
        <Alert severity="warning" sx={{ py: 0 }}>
          {translate('rental.handover.waiting')}
        </Alert>
      )}
      {failed.map((upload) => (
        <Alert key={upload.key} severity="error" sx={{ py: 0 }}>
          {translate(upload.error!, { _: upload.error })}
        </Alert>
      ))}
      <input
        ref={camera}
        type="file"
        hidden
        accept={video ? 'video/*' : 'image/*'}
        capture="environment"
        data-testid={`${field}-camera`}
        onChange={choose}
      />
      <input
        ref={gallery}
        type="file"
        hidden
        accept={papers ? 'image/*,application/pdf' : video ? [...VIDEO_TYPES].join() : 'image/*'}
        multiple={several}
        data-testid={`${field}-gallery`}
        onChange={choose}
      />
    </Box>
  );
}
