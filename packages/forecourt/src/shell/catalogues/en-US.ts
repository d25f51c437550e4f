import reactAdmin from 'ra-language-english';
import framework from '../../i18n/en-US.json';

export default { ...reactAdmin, ...framework };
