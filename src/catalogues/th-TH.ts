import reactAdmin from '../framework/shell/i18n/th.ts';
import application from '../../i18n/th-TH.json';

export default { ...reactAdmin, ...application };
