import { useId, useState } from 'react';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import { useAction, useLabels, useLeaveQuestion, type ActionProps } from '../../../framework/admin/index.ts';
import { smsLength } from '../../rules/index.ts';

/** As the call has it (D-MEM-06). */
const LONGEST = 500;

/** Writes one SMS to a member; both fields are needed. */
export default function MemberSms({ model, action, record, onEnd }: ActionProps) {
  const labels = useLabels(model.name);
  // For its words about messages.
  useLabels('smsSetting');
  const translate = useTranslate();
  const titleId = useId();
  const phoneWide = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  // The list masks phones; who may see the member sees the whole number.
  const { data } = useGetOne(model.name, { id: record?.id ?? 0 }, { enabled: record !== undefined, retry: false });
  const { busy, errors, run } = useAction(model, action);
  const [typed, setTyped] = useState<string>();
  const [content, setContent] = useState('');
  const [tried, setTried] = useState(false);
  const phone = typed ?? `${String(data?.['countryCode'] ?? '')}${String(data?.['phone'] ?? '')}`;
  const required = (text: string): string => (tried && text.trim() === '' ? translate('ra.validation.required') : '');
  const problems = { phone: errors['phone'] ?? required(phone), content: errors['content'] ?? required(content) };
  const { characters, limit, parts } = smsLength(content);
  const { leave, question } = useLeaveQuestion(typed !== undefined || content !== '', () => onEnd?.());

  const send = async (): Promise<void> => {
    setTried(true);
    if (phone.trim() === '' || content.trim() === '') return;
    if (await run({ phone: phone.trim(), content: content.trim() })) onEnd?.();
  };

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      fullScreen={phoneWide}
      onClose={busy ? undefined : leave}
      aria-labelledby={titleId}
      onClick={(event) => event.stopPropagation()}
    >
      <DialogTitle id={titleId}>{labels.action(action.name)}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2, pt: 1 }}>
          <TextField
            label={labels.field('phone')}
            type="tel"
            size="small"
            value={phone}
            onChange={(event) => setTyped(event.target.value)}
            error={problems.phone !== ''}
            helperText={problems.phone}
          />
          <TextField
            label={translate('resources.smsSetting.texts.content')}
            multiline
            minRows={4}
            size="small"
            autoFocus
            value={content}
            onChange={(event) => setContent(event.target.value)}
            error={problems.content !== ''}
            helperText={
              problems.content ||
              translate('resources.smsSetting.texts.length', { characters, limit, smart_count: parts })
            }
            slotProps={{ htmlInput: { maxLength: LONGEST } }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={leave} disabled={busy}>
          {translate('admin.action.back')}
        </Button>
        <Button variant="contained" loading={busy} onClick={() => void send()}>
          {labels.action(action.name)}
        </Button>
      </DialogActions>
      {question}
    </Dialog>
  );
}
