import { useState } from 'react';
import { TextField } from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import { useAction, useLabels, type ActionProps } from 'forecourt/admin';
import { smsLength } from '../../rules/index.ts';
import { AskFrame } from '../steps/AskFrame.tsx';

/** As the call has it (D-MEM-06). */
const LONGEST = 500;

/** Writes one SMS to a member; both fields are needed. */
export default function MemberSms({ model, action, record, onEnd }: ActionProps<unknown>) {
  const labels = useLabels(model.name);
  // For its words about messages.
  useLabels('smsSetting');
  const translate = useTranslate();
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

  const send = async (): Promise<void> => {
    setTried(true);
    if (phone.trim() === '' || content.trim() === '') return;
    if (await run({ phone: phone.trim(), content: content.trim() })) onEnd?.();
  };

  return (
    <AskFrame {...{ model, action, onEnd, busy }} dirty={typed !== undefined || content !== ''} onSubmit={send}>
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
          problems.content || translate('resources.smsSetting.texts.length', { characters, limit, smart_count: parts })
        }
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
      />
    </AskFrame>
  );
}
