// A list that grows at its end is kept there, unless somebody has scrolled back to read.

const END_PX = 40; // so near its end the list is followed

// Returns what is called with a function that draws more of the list.
export function keepEnd(list) {
  let isFollowed = true;
  let size = "";
  const sizeNow = () => `${list.clientWidth} ${list.clientHeight}`;
  // A list that was hidden, or is of another width since the page was turned, was not scrolled back by anybody.
  const look = () => {
    if (list.clientHeight === 0 || size !== sizeNow()) return;
    isFollowed = list.scrollTop + list.clientHeight >= list.scrollHeight - END_PX;
  };
  const goToEnd = () => {
    if (isFollowed) list.scrollTop = list.scrollHeight;
  };
  list.addEventListener("scroll", look);
  new ResizeObserver(() => {
    goToEnd();
    size = sizeNow();
  }).observe(list);
  return (drawMore) => {
    look();
    drawMore();
    goToEnd();
  };
}
