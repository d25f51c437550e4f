import { Suspense, useId, useState, type FormEvent, type ReactNode } from 'react';
import { Box, Button, Dialog, IconButton, Skeleton, useMediaQuery, type Theme } from '@mui/material';
import Close from '@mui/icons-material/Close';
import { useTranslate } from 'react-admin';
import { DiscardDialog } from 'forecourt/admin';

interface HandoverFrameProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly progress?: string;
  readonly verb: string;
  readonly busy: boolean;
  readonly waiting: boolean;
  readonly dirty: boolean;
  readonly onSend: () => void;
  readonly onDiscard: () => void;
  /** Gone, the draft kept. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Full screen on a phone; title on top, one big step at the bottom, both always in sight. */
export function HandoverFrame({
  title,
  subtitle,
  progress,
  verb,
  busy,
  waiting,
  dirty,
  onSend,
  onDiscard,
  onClose,
  children,
}: HandoverFrameProps) {
  const translate = useTranslate();
  const titleId = useId();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [asking, setAsking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSend();
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      fullScreen={phone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      onClick={(event) => event.stopPropagation()}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            pl: 2,
            pr: 1,
            py: 0.5,
            borderBottom: 1,
            borderColor: 'divider',
            flex: 'none',
          }}
        >
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Box component="h2" id={titleId} sx={{ m: 0, fontSize: 17, fontWeight: 600 }}>
              {title}
            </Box>
            {subtitle && (
              <Box
                sx={{
                  fontSize: 12,
                  color: 'text.secondary',
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {subtitle}
              </Box>
            )}
          </Box>
          {dirty && (
            <Button onClick={() => setAsking(true)} disabled={busy} color="inherit" sx={{ minHeight: 48 }}>
              {translate('admin.form.discard')}
            </Button>
          )}
          <IconButton
            aria-label={translate('ra.action.close')}
            onClick={onClose}
            disabled={busy}
            sx={{ width: 48, height: 48 }}
          >
            <Close />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2, scrollPaddingBlock: 80 }}>
          <Suspense fallback={<Skeleton variant="rounded" height={240} />}>{children}</Suspense>
        </Box>
        <Box
          sx={{
            borderTop: 1,
            borderColor: 'divider',
            px: 2,
            pt: 1,
            pb: 'calc(12px + env(safe-area-inset-bottom))',
            flex: 'none',
            bgcolor: 'background.paper',
          }}
        >
          {progress && (
            <Box
              role="status"
              sx={{ fontSize: 12, color: 'text.secondary', mb: 0.75, fontVariantNumeric: 'tabular-nums' }}
            >
              {progress}
            </Box>
          )}
          <Button
            type="submit"
            variant="contained"
            fullWidth
            size="large"
            loading={busy}
            disabled={waiting}
            sx={{ minHeight: 52, fontSize: 16 }}
          >
            {verb}
          </Button>
        </Box>
      </Box>
      <DiscardDialog
        open={asking}
        text="rental.handover.discardText"
        onDiscard={onDiscard}
        onClose={() => setAsking(false)}
      />
    </Dialog>
  );
}
