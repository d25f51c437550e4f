import {
  Box,
  Button,
  FormControlLabel,
  Stack,
  Switch,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { TOUCH } from '../admin/index.ts';
import { AccentChoice } from './AccentChoice.tsx';
import { LayoutPicture } from './LayoutPicture.tsx';
import { resetLayoutSettings, useLayoutSetting, LAYOUT_SETTINGS, type LayoutSetting } from './layoutSettings.ts';
import { SettingGroup } from './SettingGroup.tsx';

/** Settings that are on or off; the sidebar's is stored in words of its own. */
type SwitchSetting = 'fixed_header' | 'fixed_sidebar' | 'auto_hide_header' | 'weak' | 'multi_tab';

interface ChoiceProps<K extends LayoutSetting> {
  readonly setting: K;
  readonly disabled?: boolean;
  readonly help?: string;
}

/** A few values side by side, one of them chosen. */
function ChoiceOf<K extends 'nav_theme' | 'content_width'>({ setting, disabled, help }: ChoiceProps<K>) {
  const translate = useTranslate();
  const [value, store] = useLayoutSetting(setting);
  return (
    <SettingGroup label={`shell.settings.${setting}`} help={help}>
      {(label) => (
        <ToggleButtonGroup
          exclusive
          fullWidth
          size="small"
          disabled={disabled}
          aria-label={label}
          value={value}
          onChange={(_, next: typeof value | null) => next !== null && store(next)}
        >
          {LAYOUT_SETTINGS[setting].map((one) => (
            <ToggleButton key={one} value={one}>
              {translate(`shell.settings.values.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </SettingGroup>
  );
}

/** Side menu or top menu, each as a small picture of itself. */
function LayoutChoice() {
  const translate = useTranslate();
  const [value, store] = useLayoutSetting('layout');
  return (
    <SettingGroup label="shell.settings.layout">
      {(label) => (
        <ToggleButtonGroup
          exclusive
          fullWidth
          aria-label={label}
          value={value}
          onChange={(_, next: typeof value | null) => next !== null && store(next)}
        >
          {LAYOUT_SETTINGS.layout.map((one) => (
            <ToggleButton key={one} value={one} sx={{ flexDirection: 'column', gap: 1, py: 1.5 }}>
              <LayoutPicture of={one} />
              {translate(`shell.settings.values.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </SettingGroup>
  );
}

interface RowProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

function SwitchRow({ label, checked, disabled, onChange }: RowProps) {
  const translate = useTranslate();
  return (
    <FormControlLabel
      labelPlacement="start"
      disabled={disabled}
      label={translate(label)}
      control={<Switch checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      sx={{ m: 0, minHeight: 36, justifyContent: 'space-between', [TOUCH]: { minHeight: 44 } }}
    />
  );
}

function SwitchOf({ setting, disabled }: { setting: SwitchSetting; disabled?: boolean }) {
  const [value, store] = useLayoutSetting(setting);
  return (
    <SwitchRow
      label={`shell.settings.${setting}`}
      checked={value === 'on' && !disabled}
      disabled={disabled}
      onChange={(checked) => store(checked ? 'on' : 'off')}
    />
  );
}

function SidebarSwitch({ disabled }: { disabled: boolean }) {
  const [value, store] = useLayoutSetting('sidebar_type');
  return (
    <SwitchRow
      label="shell.settings.sidebar_type"
      checked={value === 'collapsed' && !disabled}
      disabled={disabled}
      onChange={(checked) => store(checked ? 'collapsed' : 'open')}
    />
  );
}

/**
 * The ten layout settings (D-SHELL-07). Each takes effect at once, is kept in this browser and can be put back to its default. What the
 * other settings leave without effect cannot be changed.
 */
export function LayoutSettings() {
  const translate = useTranslate();
  const topMenu = useLayoutSetting('layout')[0] === 'topmenu';
  const fixedHeader = useLayoutSetting('fixed_header')[0] === 'on';
  return (
    <Stack sx={{ gap: 2.5 }}>
      <ChoiceOf setting="nav_theme" />
      <AccentChoice />
      <LayoutChoice />
      <ChoiceOf setting="content_width" disabled={!topMenu} help={topMenu ? undefined : 'shell.settings.widthHelp'} />
      <Stack>
        <SwitchOf setting="fixed_header" />
        <SwitchOf setting="auto_hide_header" disabled={!fixedHeader} />
        <SwitchOf setting="fixed_sidebar" disabled={topMenu} />
        <SidebarSwitch disabled={topMenu} />
        <SwitchOf setting="multi_tab" />
        <SwitchOf setting="weak" />
      </Stack>
      <Box>
        <Button variant="outlined" fullWidth onClick={resetLayoutSettings}>
          {translate('shell.settings.reset')}
        </Button>
        <Typography sx={{ mt: 1, fontSize: 12, color: 'text.secondary' }}>
          {translate('shell.settings.kept')}
        </Typography>
      </Box>
    </Stack>
  );
}
