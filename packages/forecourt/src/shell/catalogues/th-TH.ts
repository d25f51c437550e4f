import framework from '../../i18n/th-TH.json';
import reactAdmin from '../i18n/th.ts';

export default { ...reactAdmin, ...framework };
