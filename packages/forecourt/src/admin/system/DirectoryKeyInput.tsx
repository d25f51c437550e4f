import { Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { withBase } from '../../browser/basePath.ts';
import { INPUTS, type FormInputProps } from '../inputs/index.ts';

/** Whether a directory may use the key, and the address that is entered there. */
export default function DirectoryKeyInput(props: FormInputProps) {
  const translate = useTranslate();
  const Flag = INPUTS.switch;
  return (
    <>
      <Flag {...props} />
      <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {translate('resources.apiKey.directoryAddress')} <code>{window.location.origin + withBase('/scim/v2')}</code>
      </Typography>
    </>
  );
}
