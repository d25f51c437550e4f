import reactAdmin from 'ra-language-english';
import application from '../../i18n/en-US.json';

export default { ...reactAdmin, ...application };
