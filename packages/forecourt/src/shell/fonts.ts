/**
 * Chinese and Thai letters for machines that have none of their own. Loaded after the first paint; the faces are cut by unicode range, so
 * that only the parts a page shows are fetched, and only where no font of the system comes first.
 */
import '@fontsource-variable/noto-sans-sc';
import '@fontsource-variable/noto-sans-thai';
