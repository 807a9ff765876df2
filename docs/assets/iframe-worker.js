/* The search of a site that is opened from a folder: no worker starts there, so a hidden frame does its work. */
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(file) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.srcdoc = `<script src="${file}"></script>`;
      this.inside = new Promise((known) => {
        frame.onload = () => {
          frame.contentWindow.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
          known(frame.contentWindow);
        };
      });
      document.body.append(frame);
    }

    postMessage(data) {
      this.inside.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
