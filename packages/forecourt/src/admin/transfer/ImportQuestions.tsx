import { useId, useState } from 'react';
import {
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { useLocaleState, useTranslate } from 'react-admin';
import type { ImportChoice, ImportQuestion } from '../../model/index.ts';
import { choiceWords, kindOfQuestion, readWords } from './choiceWords.ts';

/** Choices that are shown at once; the others follow on request. */
const SHOWN = 4;

interface QuestionProps {
  readonly question: ImportQuestion;
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
}

/** The first rows as they would be read; of a column, each value as written and as read. */
function Preview({ about, choice, id }: { about: string; choice: ImportChoice; id: string }) {
  const [language] = useLocaleState();
  const pairs = about.includes(':');
  return (
    <Box id={id} sx={{ overflowX: 'auto', ml: 4, mb: 1 }}>
      {pairs ? (
        choice.rows.map(([written, read], at) => (
          <Typography key={at} variant="body2" component="div" sx={{ whiteSpace: 'nowrap' }}>
            {written} → <strong>{readWords(about, read!, language)}</strong>
          </Typography>
        ))
      ) : (
        <Box component="table" sx={{ borderCollapse: 'collapse', typography: 'body2' }}>
          <tbody>
            {choice.rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <Box
                    key={column}
                    component="td"
                    sx={{
                      border: 1,
                      borderColor: 'divider',
                      px: 1,
                      py: 0.25,
                      whiteSpace: 'nowrap',
                      color: at === 0 ? 'text.secondary' : undefined,
                    }}
                  >
                    {cell}
                  </Box>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </Box>
  );
}

function Question({ question, value, onChoose }: QuestionProps) {
  const { about, label, choices } = question;
  const translate = useTranslate();
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = choices.filter((choice, at) => all || at < SHOWN || choice.value === value);
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend" sx={{ mb: 1 }}>
        {translate(`admin.import.ask.${kindOfQuestion(about)}`, { column: label })}
      </FormLabel>
      <RadioGroup name={id} value={value ?? ''} onChange={(_, chosen) => onChoose(chosen)}>
        {shown.map((choice, at) => (
          <Box key={choice.value}>
            <FormControlLabel
              value={choice.value}
              control={<Radio size="small" slotProps={{ input: { 'aria-describedby': `${id}-${at}` } }} />}
              label={choiceWords(translate, about, choice.value)}
            />
            <Preview about={about} choice={choice} id={`${id}-${at}`} />
          </Box>
        ))}
      </RadioGroup>
      {shown.length < choices.length && (
        <Button size="small" onClick={() => setAll(true)} sx={{ alignSelf: 'flex-start' }}>
          {translate('admin.import.ask.more')}
        </Button>
      )}
    </FormControl>
  );
}

interface ImportQuestionsProps {
  readonly questions: readonly ImportQuestion[];
  readonly busy: boolean;
  readonly onAnswer: (choices: Readonly<Record<string, string>>) => void;
}

/** What a file does not say itself, with its first rows in each way to read it. What was chosen the last time is chosen already. */
export function ImportQuestions({ questions, busy, onAnswer }: ImportQuestionsProps) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      questions.flatMap(({ about, remembered }) => (remembered === null ? [] : [[about, remembered] as const])),
    ),
  );
  return (
    <Stack
      component="form"
      spacing={2}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(chosen);
      }}
    >
      <Typography>{translate('admin.import.ask.hint')}</Typography>
      {questions.map((question) => (
        <Question
          key={question.about}
          question={question}
          value={chosen[question.about]}
          onChoose={(value) => setChosen((before) => ({ ...before, [question.about]: value }))}
        />
      ))}
      <Button
        type="submit"
        variant="contained"
        loading={busy}
        disabled={questions.some(({ about }) => chosen[about] === undefined)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('admin.import.ask.continue')}
      </Button>
    </Stack>
  );
}
