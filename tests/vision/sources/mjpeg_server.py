"""A network camera on this computer: pictures as JPEG, one after the other, over HTTP."""

import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

import cv2

from vision.image import Frame

BETWEEN_S = 1 / 60

Scene = Callable[[int], Iterable[Frame | None]]
"""The frames of connection number N, counted from 0; None stalls until the other side goes."""


class MjpegServer:
    """Serves while it is entered; a connection ends with its frames, as when a cable is pulled."""

    def __init__(self, scene: Scene, port: int = 0) -> None:
        """Serve at this port, at a free one where it is 0."""
        self.connections = 0
        self.sent = 0
        self._scene = scene
        self._over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), self._handler())
        self._server.daemon_threads = False
        self.url = f"http://127.0.0.1:{self._server.server_port}/stream.mjpg"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> "MjpegServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                number = outer.connections
                outer.connections += 1
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    for frame in outer._scene(number):
                        if frame is None:
                            outer._over.wait()
                        if frame is None or outer._over.wait(BETWEEN_S):
                            break
                        self._send(frame)
                        outer.sent += 1
                except OSError:  # the other side has gone
                    pass

            def _send(self, frame: Frame) -> None:
                _, jpeg = cv2.imencode(".jpg", frame)
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {jpeg.size}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg.tobytes() + b"\r\n")

            def log_message(self, format: str, *args: object) -> None:
                """Keep quiet."""

        return Handler
