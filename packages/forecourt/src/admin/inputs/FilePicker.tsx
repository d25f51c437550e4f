import { useRef, useState, type ChangeEvent, type Ref } from 'react';
import { Box, Button, IconButton, LinearProgress, Link as MuiLink } from '@mui/material';
import Close from '@mui/icons-material/Close';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import { useNotify, useTranslate } from 'react-admin';
import { useAdminRuntime } from '../runtime/runtime.tsx';
import { shrinkPicture } from '../pictures/shrinkPicture.ts';
import { refuseFile, uploadFile } from '../providers/upload.ts';
import { useFileUrl } from '../values/files.ts';

interface FilePickerProps {
  /** A name, or a list of names. */
  readonly value: unknown;
  readonly label: string;
  readonly image: boolean;
  /** No address opens what is stored. */
  readonly hidden?: boolean;
  readonly several: boolean;
  readonly maxItems?: number;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
  readonly onChange: (value: string | readonly string[]) => void;
  /** Told when files begin to travel, and when none does any more. */
  readonly onTravel?: (travelling: boolean) => void;
}

const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as string[]) : typeof value === 'string' && value !== '' ? [value] : [];

/** Stands for a private picture: it is looked at on its record, where that is logged, not in passing. */
function Hidden() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', height: 1, fontSize: 12, color: 'text.secondary' }}>
      {translate('admin.picture.private')}
    </Box>
  );
}

/** A file that is there: its picture or name, and the way to take it off. */
function Stored({
  name,
  known,
  image,
  hidden,
  alt,
  onRemove,
}: {
  name: string;
  known?: string;
  image: boolean;
  hidden: boolean;
  alt: string;
  onRemove?: () => void;
}) {
  const translate = useTranslate();
  // A private one has an address only in the answer of its own upload.
  const url = useFileUrl(known ?? (hidden ? '' : name));
  return (
    <Box
      sx={{
        position: 'relative',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        ...(image ? { width: 112, height: 84, bgcolor: 'action.hover' } : { pl: 1, pr: 4, py: 0.5 }),
      }}
    >
      {image ? (
        url ? (
          <Box component="img" src={url} alt={alt} sx={{ width: 1, height: 1, objectFit: 'cover' }} />
        ) : (
          hidden && <Hidden />
        )
      ) : hidden && !url ? (
        <Hidden />
      ) : (
        <MuiLink href={url} target="_blank" rel="noreferrer">
          {name}
        </MuiLink>
      )}
      {onRemove && (
        <IconButton
          size="small"
          aria-label={translate('admin.upload.remove', { name: alt })}
          onClick={onRemove}
          sx={{
            position: 'absolute',
            top: 2,
            right: 2,
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.paper' },
          }}
        >
          <Close sx={{ fontSize: 16 }} />
        </IconButton>
      )}
    </Box>
  );
}

/** Uploads at once, shows progress, and keeps the name; the address for the preview comes with the upload's answer. */
export function FilePicker({
  value,
  label,
  image,
  hidden = false,
  several,
  maxItems = Infinity,
  disabled,
  invalid,
  describedBy,
  buttonRef,
  onChange,
  onTravel,
}: FilePickerProps) {
  const { http } = useAdminRuntime();
  const notify = useNotify();
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<{ readonly share: number; readonly waiting: boolean } | undefined>();
  const calling = useRef<AbortController>(undefined);
  const [uploaded, setUploaded] = useState<ReadonlyMap<string, string>>(new Map());
  const stored = namesOf(value);
  const most = several ? maxItems : 1;

  /** One after the other; one that is called off takes those behind it along. */
  const sendAll = async (files: readonly File[], before: readonly string[]): Promise<void> => {
    let names = before;
    for (const chosen of files) {
      setProgress({ share: 0, waiting: false });
      const file = await shrinkPicture(chosen);
      const refusal = refuseFile(file, image);
      if (refusal) {
        notify(refusal, { type: 'error' });
        continue;
      }
      const { signal } = (calling.current = new AbortController());
      try {
        const { name, url } = await uploadFile(http, file, (share, waiting) => setProgress({ share, waiting }), signal);
        setUploaded((known) => new Map(known).set(name, url));
        names = [...names, name];
        onChange(several ? names : name);
        notify('admin.upload.done', { type: 'success' });
      } catch (error) {
        // Called off: what else was chosen with it does not follow.
        if (signal.aborted) break;
        notify((error as Error).message, { type: 'error' });
      }
    }
  };
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // The same file may be chosen again after it was taken off.
    event.target.value = '';
    const names = several ? stored : [];
    const room = most - names.length;
    if (files.length > room)
      notify('admin.upload.tooMany', { type: 'warning', messageArgs: { most, left: files.length - room } });
    onTravel?.(true);
    try {
      await sendAll(files.slice(0, room), names);
    } finally {
      setProgress(undefined);
      onTravel?.(false);
    }
  };
  const remove = (name: string) => onChange(several ? stored.filter((one) => one !== name) : '');

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      {stored.map((name, index) => (
        <Stored
          key={name}
          name={name}
          known={uploaded.get(name)}
          image={image}
          hidden={hidden}
          alt={`${label} ${index + 1}`}
          // While files travel: those behind would bring it back.
          onRemove={disabled || progress ? undefined : () => remove(name)}
        />
      ))}
      {stored.length < most && !disabled && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<UploadFile />}
          onClick={() => input.current?.click()}
          disabled={progress !== undefined}
          aria-describedby={describedBy}
          color={invalid ? 'error' : 'primary'}
          ref={buttonRef}
        >
          {translate(image ? 'admin.upload.chooseImage' : 'admin.upload.choose')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={image ? 'image/*' : undefined}
        multiple={several}
        onChange={(event) => void choose(event)}
      />
      {progress !== undefined && (
        <Box sx={{ width: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <LinearProgress
            variant="determinate"
            value={progress.share * 100}
            aria-label={translate('admin.upload.progress')}
            sx={{ flex: 1, minWidth: 80 }}
          />
          <Button size="small" onClick={() => calling.current?.abort()}>
            {translate('ra.action.cancel')}
          </Button>
          <Box role="status" sx={{ width: 1, fontSize: 12, color: 'text.secondary' }}>
            {progress.waiting && translate('admin.upload.waiting')}
          </Box>
        </Box>
      )}
    </Box>
  );
}
