import { ToggleButton, ToggleButtonGroup, Tooltip } from '@mui/material';
import Check from '@mui/icons-material/Check';
import { useTranslate } from 'react-admin';
import { ACCENTS, type Accent } from './colours.ts';
import { useLayoutSetting } from './layoutSettings.ts';
import { SettingGroup } from './SettingGroup.tsx';

/** Bright colours carry a dark tick. */
const BRIGHT: readonly Accent[] = ['orange', 'gold', 'cyan', 'green'];

/** Seven colours and dark, as they were agreed; the theme darkens them where they are read (D-SHELL-08). */
export function AccentChoice() {
  const translate = useTranslate();
  const [colour, store] = useLayoutSetting('color');
  return (
    <SettingGroup label="shell.settings.color">
      {(label) => (
        <ToggleButtonGroup
          exclusive
          aria-label={label}
          value={colour}
          onChange={(_, next: string | null) => next !== null && store(next)}
          sx={{ flexWrap: 'wrap', gap: 1 }}
        >
          {(Object.keys(ACCENTS) as Accent[]).map((name) => {
            const { base } = ACCENTS[name];
            const title = translate(`shell.settings.colours.${name}`);
            return (
              <Tooltip key={name} title={title}>
                <ToggleButton
                  value={base}
                  aria-label={title}
                  selected={base === colour}
                  sx={{
                    '&&, &&:hover, &&.Mui-selected, &&.Mui-selected:hover': {
                      width: 28,
                      height: 28,
                      p: 0,
                      m: 0,
                      minWidth: 0,
                      borderRadius: '8px',
                      border: '1px solid',
                      borderColor: 'divider',
                      bgcolor: base,
                      color: BRIGHT.includes(name) ? '#17181b' : '#ffffff',
                    },
                  }}
                >
                  {base === colour && <Check sx={{ fontSize: 18 }} />}
                </ToggleButton>
              </Tooltip>
            );
          })}
        </ToggleButtonGroup>
      )}
    </SettingGroup>
  );
}
