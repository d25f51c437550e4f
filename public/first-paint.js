// Before anything is drawn: the empty page is dark or light as was chosen. Without a choice it follows the system.
try {
  const theme = localStorage.getItem('nav_theme');
  if (theme === 'light' || theme === 'dark') document.querySelector('meta[name="color-scheme"]').content = theme;
} catch {
  // No storage: the system decides.
}
