// The reader's theme, before anything is painted; without one, the system's applies.
{
  const read = (/** @type {string} */ key) => {
    try {
      return JSON.parse(localStorage.getItem(`parlour.${key}`) ?? '""');
    } catch {
      return "";
    }
  };
  const theme = read("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}
