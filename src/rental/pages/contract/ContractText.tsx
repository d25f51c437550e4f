import { Box, Typography } from '@mui/material';
import { useLocaleState } from 'react-admin';
import type { ContractInfo, Words } from '../../calls/index.ts';
import { languageOf } from '../../rules/index.ts';

/** Chinese, and beside it the reader's language; beside Chinese for a Chinese reader English, as on paper (D-PRINT-04). */
function Both({ text }: { text: string | Words }) {
  const [locale] = useLocaleState();
  if (typeof text === 'string') return text;
  const beside = locale === 'zh-CN' ? 'en-US' : languageOf(locale);
  return (
    <>
      <span lang="zh-CN">{text['zh-CN']}</span>
      {text[beside] !== text['zh-CN'] && (
        <Box component="span" lang={beside} sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          {text[beside]}
        </Box>
      )}
    </>
  );
}

/** The contract word for word. */
export function ContractText({ document: { title, sections, termsTitle, terms, agreement } }: ContractInfo) {
  return (
    <Box sx={{ fontSize: 13, overflowWrap: 'anywhere' }}>
      <Typography component="h3" sx={{ fontSize: 16, fontWeight: 600 }}>
        <Both text={title} />
      </Typography>
      {sections.map(({ title: heading, rows }) => (
        <Box key={heading['en-US']} component="section" sx={{ mt: 2 }}>
          <Typography component="h4" sx={{ fontSize: 14, fontWeight: 600, mb: 0.5 }}>
            <Both text={heading} />
          </Typography>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(110px, 2fr) 3fr', columnGap: 2, rowGap: 0.5 }}
          >
            {rows.map(({ label, value }) => (
              <Box key={label['en-US']} sx={{ display: 'contents' }}>
                <Box component="dt" sx={{ color: 'text.secondary' }}>
                  <Both text={label} />
                </Box>
                <Box component="dd" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
                  <Both text={value} />
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      <Typography component="h4" sx={{ fontSize: 14, fontWeight: 600, mt: 2, mb: 0.5 }}>
        <Both text={termsTitle} />
      </Typography>
      <Box component="ol" sx={{ m: 0, pl: 2.5, display: 'grid', gap: 0.75 }}>
        {terms.map((term) => (
          <li key={term['en-US']}>
            <Both text={term} />
          </li>
        ))}
      </Box>
      <Box sx={{ mt: 1.5 }}>
        <Both text={agreement} />
      </Box>
    </Box>
  );
}
