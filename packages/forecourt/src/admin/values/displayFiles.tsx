import { Box, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isPrivateFile, privateFileAddress } from '../../model/index.ts';
import { useCanDo } from '../runtime/runtime.tsx';
import { PrivateThumbnail } from '../pictures/PrivateThumbnail.tsx';
import { NOTHING } from './display.tsx';
import { useFileUrl } from './files.ts';
import { isBlank } from './format.ts';
import type { DisplayProps } from './kinds.ts';
import { useLabels } from './labels.ts';

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as string[]) : isBlank(value) ? [] : [String(value)];

/** A small picture of fixed size that opens the whole one. */
export function Thumbnail({ name, alt }: { name: string; alt: string }) {
  const url = useFileUrl(name);
  const size = {
    width: 40,
    height: 30,
    objectFit: 'cover',
    borderRadius: 0.5,
    display: 'block',
    bgcolor: 'action.hover',
  } as const;
  if (!url) return <Box component="span" sx={size} />;
  return (
    <a href={url} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
      <Box component="img" src={url} alt={alt} loading="lazy" sx={size} />
    </a>
  );
}

/** Small pictures of fixed size, so that rows do not move while they load. */
export function Thumbnails({ field, value, record, resource }: DisplayProps) {
  const labels = useLabels(resource);
  const pictures = names(value);
  if (pictures.length === 0) return <>{NOTHING}</>;
  if (isPrivateFile(field)) return <PrivateOnes field={field} value={value} record={record} resource={resource} />;
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {pictures.map((name, index) => (
        <Thumbnail key={name} name={name} alt={`${labels.field(field.name)} ${index + 1}`} />
      ))}
    </Box>
  );
}

/** Private files, for who may see them; for others the word that there are some. */
function PrivateOnes({ field, value, record, resource }: DisplayProps) {
  const labels = useLabels(resource);
  const translate = useTranslate();
  const canDo = useCanDo();
  if (!canDo(field.privateBy!.resource, 'show')) return <>{translate('admin.picture.private')}</>;
  const files = names(value);
  const called = (index: number): string =>
    files.length > 1 ? `${labels.field(field.name)} ${index + 1}` : labels.field(field.name);
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {files.map((name, index) => (
        <PrivateThumbnail
          key={name}
          path={privateFileAddress(resource, field, record, name)}
          name={name}
          title={translate('admin.picture.view', { name: called(index) })}
        />
      ))}
    </Box>
  );
}

function FileName({ name }: { name: string }) {
  const url = useFileUrl(name);
  return url ? (
    <MuiLink href={url} target="_blank" rel="noreferrer" sx={{ mr: 1 }} onClick={(event) => event.stopPropagation()}>
      {name}
    </MuiLink>
  ) : (
    <>{name}</>
  );
}

export function FileLinks(props: DisplayProps) {
  const files = names(props.value);
  if (files.length > 0 && isPrivateFile(props.field)) return <PrivateOnes {...props} />;
  return files.length === 0 ? (
    <>{NOTHING}</>
  ) : (
    <>
      {files.map((name) => (
        <FileName key={name} name={name} />
      ))}
    </>
  );
}
